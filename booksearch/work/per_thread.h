// PerThread: an object for each thread that asks for one, made when it first asks.
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_map>
#include <utility>

namespace tabiya::booksearch {

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
