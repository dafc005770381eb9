#include "tools/explorer/works.h"

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "tools/cli/failure.h"

namespace tabiya::tools {

Works::~Works() {
  for (auto& [id, work] : works_) work->stop = true;
  for (auto& [id, work] : works_) work->thread.join();
}

std::uint64_t Works::start(Task task) {
  const std::lock_guard lock(mutex_);
  const auto goes_on = [](auto& each) { return is_running(*each.second) && !each.second->stop; };
  const auto running = [&] { return std::ranges::count_if(works_, goes_on); };
  if (running() >= std::ptrdiff_t{kMostRunning}) stop_unasked_for(kShortLease);
  forget_oldest();
  if (running() >= std::ptrdiff_t{kMostRunning} || works_.size() >= kMostKept)
    throw Failure(fmt::format("{} computations are running already; stop one of them", running()));
  Work& work = *works_.emplace(next_, std::make_unique<Work>()).first->second;
  work.thread = std::thread([&work, task = std::move(task)] { run(work, task); });
  return next_++;
}

void Works::run(Work& work, const Task& task) {
  nlohmann::ordered_json error;
  try {
    task(work.stop, [&work](nlohmann::ordered_json result) {
      const std::lock_guard lock(work.mutex);
      work.result = std::move(result);
    });
  } catch (const std::bad_alloc&) {
    error = "out of memory";
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  const std::lock_guard lock(work.mutex);
  work.error = std::move(error);
  work.running = false;
}

std::optional<nlohmann::ordered_json> Works::state(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = works_.find(id);
  if (found == works_.end()) return std::nullopt;
  Work& work = *found->second;
  const std::lock_guard work_lock(work.mutex);
  work.asked = Clock::now();
  return nlohmann::ordered_json{{"running", work.running}, {"error", work.error}, {"result", work.result}};
}

bool Works::stop(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = works_.find(id);
  if (found != works_.end()) found->second->stop = true;
  return found != works_.end();
}

void Works::stop_abandoned() {
  const std::lock_guard lock(mutex_);
  stop_unasked_for(kLease);
}

void Works::stop_unasked_for(Clock::duration lease) {
  for (auto& [id, work] : works_) {
    const std::lock_guard work_lock(work->mutex);
    if (Clock::now() - work->asked > lease) work->stop = true;
  }
}

bool Works::is_running(Work& work) {
  const std::lock_guard lock(work.mutex);
  return work.running;
}

void Works::forget_oldest() {
  for (auto work = works_.begin(); work != works_.end() && works_.size() >= kMostKept;) {
    if (is_running(*work->second)) {
      ++work;
    } else {
      work->second->thread.join();
      work = works_.erase(work);
    }
  }
}

}  // namespace tabiya::tools
