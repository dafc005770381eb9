// The controls of a long pass: its reports of progress, its early end by the caller, and its helpers.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace tabiya::booksearch {

class Helpers;  // shared_units.h

struct Progress {
  std::string stage;              // the name of the pass, for people
  std::uint64_t done = 0;         // in units of work: reds, rows
  std::uint64_t total = 0;        // of the same units
  std::optional<double> later{};  // work of the passes after this one, in the same units; none: not predicted

  // The seconds that this pass still takes at a rate, and with those after it; nothing if that cannot be told.
  std::optional<double> seconds_left(double per_second, double and_later = 0) const {
    if (per_second <= 0 || done > total) return std::nullopt;
    return (static_cast<double>(total - done) + and_later) / per_second;
  }
  std::optional<double> seconds_left_in_all(double per_second) const {
    return later ? seconds_left(per_second, *later) : std::nullopt;
  }
};

// Every long pass is given a Control. It calls the callback from any thread, but never twice at a time, and
// for every unit of work: slow observers skip calls. A pass that is stopped ends with ErrorCode::kStopped.
struct Control {
  std::function<void(const Progress&)> on_progress;  // may be empty
  const std::atomic<bool>* stop = nullptr;           // may be null
  std::function<bool()> is_spent{};  // whether the time is over; asked from any thread; may be empty
  Helpers* helpers = nullptr;        // other processes that compute units of its work, too; may be null

  bool interrupted() const { return stop != nullptr && stop->load(std::memory_order_relaxed); }
  bool stopped() const { return interrupted() || (is_spent && is_spent()); }
};

// Counts the work of one pass and reports it.
class ProgressMeter {
 public:
  ProgressMeter(const Control& control, std::string stage, std::uint64_t total, std::uint64_t done = 0,
                std::optional<double> later = {})
      : control_(control), progress_{std::move(stage), done, total, later} {
    advance(0);
  }

  void advance(std::uint64_t units) {
    const std::lock_guard lock(mutex_);
    progress_.done += units;
    if (control_.on_progress) control_.on_progress(progress_);
  }

  // Sets the work that the passes after this one are now expected to take.
  void foresee(double later) {
    const std::lock_guard lock(mutex_);
    progress_.later = later;
  }

 private:
  const Control& control_;
  std::mutex mutex_;
  Progress progress_;
};

}  // namespace tabiya::booksearch
