#include "booksearch/work/threads.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstddef>
#include <exception>

#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {

void with_threads(int threads, const std::function<void()>& work) {
  using tbb::global_control;
  const auto count = static_cast<std::size_t>(std::max(1, threads));
  // Without this limit, the arena would not get more threads than the machine has processors, and would say
  // so on standard error.
  const global_control limit(global_control::max_allowed_parallelism, count);
  // If a thread is refused, oneTBB throws, and may then wait for ever for the work that was to run on it. If
  // it gets no memory, it may keep a lock for which the destructor of the arena would wait for ever.
  const global_control end_at_once(global_control::terminate_on_exception, 1);
  tbb::task_arena arena(static_cast<int>(count));
  std::exception_ptr error;
  run_tbb([&] {
    arena.execute([&] {
      try {
        work();
      } catch (...) {
        error = std::current_exception();
      }
    });
  });
  if (error) std::rethrow_exception(error);
}

}  // namespace tabiya::booksearch
