// SIGINT and SIGTERM as a flag that long computations look at.
#pragma once

#include <atomic>

namespace tabiya::tools {

// While one lives, the first signal only sets stop(); the second ends the program at once, as usual.
// At most one lives at a time.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>& stop() const;
};

}  // namespace tabiya::tools
