// SIGINT and SIGTERM set a flag that long computations look at.
#pragma once

#include <signal.h>

#include <array>
#include <atomic>

namespace tabiya::booksearch {

// True if an InterruptFlag lives and a signal has asked it to stop. Any thread may call it.
bool is_interrupted();

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
