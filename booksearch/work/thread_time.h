// The computing time of a thread, whatever else the machine does.
#pragma once

#include <ctime>

namespace tabiya::booksearch {

// Seconds of one core that the calling thread has used since it began.
inline double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

}  // namespace tabiya::booksearch
