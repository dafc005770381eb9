#include "booksearch/work/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

namespace tabiya::booksearch {
namespace {

// Keeps the first exception of the turns of a loop from oneTBB, and has the others left out.
class Turns {
 public:
  Turns(const Control& control, const std::function<void(std::size_t)>& work)
      : control_(control), work_(work) {}

  bool stopped() const { return failed_ || control_.stopped(); }

  void take(std::size_t index) noexcept {
    try {
      work_(index);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failed_.exchange(true)) error_ = std::current_exception();
    }
  }

  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  const Control& control_;
  const std::function<void(std::size_t)>& work_;
  std::atomic<bool> failed_ = false;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

int thread_count() { return tbb::this_task_arena::max_concurrency(); }

void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work) {
  Turns turns(control, work);
  run_tbb([&] {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, count, 1),
        [&](const tbb::blocked_range<std::size_t>& range) {
          for (std::size_t i = range.begin(); i < range.end() && !turns.stopped(); ++i) turns.take(i);
        },
        tbb::simple_partitioner());
  });
  turns.rethrow();
}

void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work) {
  for_each_index(count, Control{}, work);
}

void run_tbb(const std::function<void()>& algorithm) noexcept {
  try {
    algorithm();
  } catch (...) {
    std::terminate();  // Its handler learns here what was thrown, which an inlined noexcept would have lost.
  }
}

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
