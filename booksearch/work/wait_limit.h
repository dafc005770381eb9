// The end of a run by its time, for those who wait for other programs.
#pragma once

#include <chrono>
#include <optional>

namespace tabiya::booksearch {

// True if the time of a WaitLimit is over. Any thread may call it.
bool is_out_of_time();

// While one lives, waits end kGrace after the time of the run, so that a program that hangs does not prolong
// the run. At most one lives at a time.
class WaitLimit {
 public:
  static constexpr std::chrono::seconds kGrace{1};

  // The time is counted from now. Without one, waits have no such end.
  explicit WaitLimit(std::optional<std::chrono::seconds> time);
  ~WaitLimit();
  WaitLimit(const WaitLimit&) = delete;
  WaitLimit& operator=(const WaitLimit&) = delete;
};

}  // namespace tabiya::booksearch
