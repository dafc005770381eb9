// The ends of a run that come from outside: SIGINT and SIGTERM set a flag that long computations look at, and a
// WaitLimit ends the waits for other programs.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>
#include <chrono>
#include <optional>

namespace tabiya::booksearch {

// True if nobody may wait for another program any longer: an InterruptFlag lives and a signal has asked it to
// stop, or the time of a WaitLimit is over. Any thread may call it.
bool is_waiting_over();
// True in the latter case.
bool is_out_of_time();

// While one lives, the first signal only sets stop(); the second ends the program at once, as usual.
// At most one lives at a time.
class InterruptFlag {
 public:
  // With `ends_reading`, the signal ends a read that waits, as for a line from a terminal.
  explicit InterruptFlag(bool ends_reading = false);
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>& stop() const;

 private:
  std::array<struct sigaction, 2> before_{};  // what the signals did before
};

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
