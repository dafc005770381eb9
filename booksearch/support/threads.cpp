#include "booksearch/support/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>

namespace tabiya::booksearch {

void with_threads(int threads, const std::function<void()>& work) {
  const int count = std::max(1, threads);
  // The arena alone would not get more threads than the machine has processors, and say so on standard error.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  static_cast<std::size_t>(count));
  tbb::task_arena arena(count);
  arena.execute(work);
}

}  // namespace tabiya::booksearch
