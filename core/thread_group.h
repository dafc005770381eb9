// ThreadGroup: threads that end with what they work for. Besides oneTBB's, no others are started.
#pragma once

#include <cstddef>
#include <exception>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace tabiya {

// Thrown where the system does not start a thread: too many processes, or too little memory.
struct ThreadsRefused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class ThreadGroup {
 public:
  // `tell_to_stop` makes the work of all threads end soon; it is called from any thread, more than once, and throws
  // nothing. Empty for work that ends by itself.
  explicit ThreadGroup(std::function<void()> tell_to_stop = {}) : tell_to_stop_(std::move(tell_to_stop)) {}
  ~ThreadGroup() { stop(); }
  ThreadGroup(const ThreadGroup&) = delete;
  ThreadGroup& operator=(const ThreadGroup&) = delete;

  // Runs `work` on a new thread. Throws ThreadsRefused, after those that were started have ended.
  template <class Work>
  void start(Work work) {
    try {
      threads_.reserve(threads_.size() + 1);
      threads_.emplace_back([this, work = std::move(work)]() mutable {
        try {
          work();
        } catch (...) {
          keep(std::current_exception());
        }
      });
    } catch (const std::system_error&) {
      const std::size_t started = threads_.size();
      stop();
      throw ThreadsRefused("the system refuses to start another thread after " + std::to_string(started));
    }
  }

  std::size_t size() const { return threads_.size(); }

  // Waits until all have ended by themselves, and throws what the first of them has thrown.
  void join() {
    join_all();
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

 private:
  void stop() {
    if (tell_to_stop_ && !threads_.empty()) tell_to_stop_();
    join_all();
  }

  void join_all() {
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

  // The others work for nothing.
  void keep(std::exception_ptr error) {
    {
      const std::lock_guard lock(mutex_);
      if (!error_) error_ = std::move(error);
    }
    if (tell_to_stop_) tell_to_stop_();
  }

  std::function<void()> tell_to_stop_;
  std::mutex mutex_;
  std::exception_ptr error_;  // the first one
  std::vector<std::thread> threads_;
};

}  // namespace tabiya
