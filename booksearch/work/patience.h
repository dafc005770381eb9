// Waiting for messages without keeping a processor busy: MPI would.
#pragma once

#include <algorithm>
#include <chrono>
#include <thread>

namespace tabiya::booksearch::cluster {

// Each wait in a row is a little longer than the one before.
class Patience {
 public:
  void wait() {
    std::this_thread::sleep_for(next_);
    next_ = std::min(next_ * 5 / 4, kLongest);
  }
  void reset() { next_ = kShortest; }

 private:
  using Microseconds = std::chrono::microseconds;
  static constexpr Microseconds kShortest{50}, kLongest{2'000};
  Microseconds next_ = kShortest;
};

}  // namespace tabiya::booksearch::cluster
