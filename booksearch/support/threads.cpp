#include "booksearch/support/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>

#include "core/thread_group.h"

namespace tabiya::booksearch {

void with_threads(int threads, const std::function<void()>& work) {
  const int count = std::max(1, threads);
  // The arena alone would not get more threads than the machine has processors, and say so on standard error.
  auto limit = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                     static_cast<std::size_t>(count));
  auto arena = std::make_unique<tbb::task_arena>(count);
  try {
    arena->execute(work);
  } catch (const std::bad_alloc&) {
    // Where memory ran out within oneTBB itself, it keeps a lock for which its destructors would wait for ever.
    (void)arena.release();
    (void)limit.release();
    throw;
  } catch (const std::runtime_error& error) {
    // oneTBB says no more of it than this.
    if (std::strstr(error.what(), "pthread_create") == nullptr) throw;
    throw ThreadsRefused("the system refuses to start another thread");
  }
}

}  // namespace tabiya::booksearch
