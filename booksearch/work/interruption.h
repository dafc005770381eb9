// The end of a run that comes from outside: SIGINT and SIGTERM set a flag that long computations look at.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace tabiya::booksearch {

// True if nobody may wait for another program any longer: an InterruptFlag lives and a signal has asked it to
// stop, or the time of a WaitLimit (wait_limit.h) is over. Any thread may call it.
bool is_waiting_over();

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

}  // namespace tabiya::booksearch
