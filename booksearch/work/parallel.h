// The number of threads that passes run on (shared_work.h), and loops on as many threads whose turns are long:
// searches, not evaluations.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

#include "booksearch/work/control.h"

namespace tabiya::booksearch {

// Runs `work` so that each pass that it calls runs on `threads` threads of its own, and a loop on as many, this one
// included. It throws what `work` throws. Where oneTBB gets no memory or no thread, the process ends at once: see
// run_tbb().
void with_threads(int threads, const std::function<void()>& work);

// The number of threads on which a pass runs that is begun here.
int thread_count();

// Calls work(i) for every i below `count`, in any order, from any thread. When `control` is stopped, calls
// that have not begun are left out.
void for_each_index(std::size_t count, const Control& control, const std::function<void(std::size_t)>& work);
void for_each_index(std::size_t count, const std::function<void(std::size_t)>& work);

// Runs an algorithm of oneTBB whose parts throw nothing. Where oneTBB gets no memory or no thread, the
// process ends at once, by std::terminate(): oneTBB may then keep locks for which others wait for ever.
void run_tbb(const std::function<void()>& algorithm) noexcept;

// For work whose turns are long: each call of local() takes a lock.
template <class T>
class PerThread {
 public:
  explicit PerThread(std::function<T()> make) : make_(std::move(make)) {}

  // Returns the object of the calling thread.
  T& local() {
    std::unique_lock lock(mutex_);
    std::unique_ptr<T>& own = objects_[std::this_thread::get_id()];  // stays where it is
    lock.unlock();
    if (!own) own.reset(new T(make_()));
    return *own;
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::unordered_map<std::thread::id, std::unique_ptr<T>> objects_;
};

}  // namespace tabiya::booksearch
