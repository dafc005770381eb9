// The end of a run by its time, for those who wait for other programs.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace tabiya::booksearch {

// While one lives, waits end kGrace after the time of the run, so that a program that hangs does not prolong
// the run. At most one lives at a time.
class WaitLimit {
 public:
  static constexpr std::chrono::seconds kGrace{1};

  // The time is counted from now. Without one, waits have no such end.
  explicit WaitLimit(std::optional<std::chrono::seconds> time) {
    if (time) end_ = Clock::now() + *time + kGrace;
  }
  ~WaitLimit() { end_ = Clock::time_point::max(); }
  WaitLimit(const WaitLimit&) = delete;
  WaitLimit& operator=(const WaitLimit&) = delete;

  // True if the time of one is over. Any thread may call it.
  static bool is_over() { return Clock::now() >= end_.load(); }

 private:
  using Clock = std::chrono::steady_clock;
  static inline std::atomic<Clock::time_point> end_{Clock::time_point::max()};
};

}  // namespace tabiya::booksearch
