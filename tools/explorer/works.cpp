#include "tools/explorer/works.h"

#include <sys/resource.h>

#include <algorithm>
#include <exception>

#include <fmt/format.h>

#include "tools/cli/failure.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace {

// Lowers the priority of the calling thread below its program's, as far as there are lower ones; Linux has a priority for
// each thread. If that fails, nothing changes.
void lower_priority() {
  constexpr int kStep = 5, kLowest = 19;
  ::setpriority(PRIO_PROCESS, 0, std::min(::getpriority(PRIO_PROCESS, 0) + kStep, kLowest));
}

}  // namespace

std::string work_json(const WorkState& state, std::uint64_t seen) {
  const Json error = state.error.empty() ? Json(nullptr) : Json(state.error);
  const bool is_new = state.result && state.version != seen;
  return fmt::format(R"({{"running":{},"version":{},"error":{},"result":{}}})", state.running, state.version,
                     json_text(error), is_new ? *state.result : "null");
}

Works::~Works() {
  for (auto& [id, work] : works_) work->stop = true;
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
  try {
    work.thread.start([&work, task = std::move(task)] { run(work, task); });
  } catch (const ThreadsRefused& refusal) {
    works_.erase(next_);
    throw Failure(refusal.what());
  } catch (...) {
    works_.erase(next_);
    throw;
  }
  return next_++;
}

void Works::run(Work& work, const Task& task) {
  lower_priority();
  std::string error;
  try {
    task(work.stop, [&work](const Json& result) {
      auto text = std::make_shared<const std::string>(json_text(result));
      const std::lock_guard lock(work.mutex);
      work.state.result = std::move(text);
      ++work.state.version;
    });
  } catch (const std::bad_alloc&) {
    error = "out of memory";
  } catch (const std::exception& failure) {
    error = failure.what();
  }
  const std::lock_guard lock(work.mutex);
  work.state.error = std::move(error);
  work.state.running = false;
}

std::optional<WorkState> Works::state(std::uint64_t id) {
  const std::lock_guard lock(mutex_);
  const auto found = works_.find(id);
  if (found == works_.end()) return std::nullopt;
  Work& work = *found->second;
  const std::lock_guard work_lock(work.mutex);
  work.asked = Clock::now();
  work.is_asked = true;
  return work.state;
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
    if (Clock::now() - work->asked > (work->is_asked ? lease : kShortLease)) work->stop = true;
  }
}

bool Works::is_running(Work& work) {
  const std::lock_guard lock(work.mutex);
  return work.state.running;
}

void Works::forget_oldest() {
  for (auto work = works_.begin(); work != works_.end() && works_.size() >= kMostKept;) {
    if (is_running(*work->second)) {
      ++work;
    } else {
      work = works_.erase(work);
    }
  }
}

}  // namespace tabiya::tools
