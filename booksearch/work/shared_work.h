// Work that the threads of this process and other processes do together.
//
// A pass has units. They are taken in their order, and anybody may compute them in any order. A kind of work
// is a class W that says how:
//   static constexpr std::string_view kName    which work it is
//   Pass, Unit, Answer    what must be known of a pass, what goes to whoever computes a unit, and what comes
//                         back: all of them travel (serialization.h)
//   Pass pass() const                          of which the same work can be made elsewhere
//   Thread thread()                            what one thread keeps from unit to unit, with
//     Result<Answer> compute(const Unit&, const Control&)    Errors: kStopped; others end the pass
// WorkerPool is all that a pass needs then, and offer() all that a helper needs (shared_units.h).
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "booksearch/work/control.h"
#include "booksearch/work/parallel.h"
#include "booksearch/work/shared_units.h"
#include "codec/result.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {

// Called with the answer to unit `index`, from any thread and in any order, but one at a time. After it has
// failed once, no further unit is begun.
template <class W>
using OnAnswer = std::function<Status(std::size_t index, typename W::Answer answer)>;

// The queue that all threads and processes that compute units of a pass share.
template <class W>
class UnitQueue final : public SharedUnits {
 public:
  // All arguments must outlive the queue.
  UnitQueue(const W& work, std::span<const typename W::Unit> units, const OnAnswer<W>& on_answer)
      : work_(work), units_(units), on_answer_(on_answer), answered_(units.size()) {}

  // The next unit for a thread of this process.
  std::optional<std::size_t> next() {
    const std::lock_guard lock(mutex_);
    if (error_ || next_ == units_.size()) return std::nullopt;
    return next_++;
  }
  const typename W::Unit& unit(std::size_t index) const { return units_[index]; }

  void settle(std::size_t index, Result<typename W::Answer> answer) {
    const std::lock_guard lock(mutex_);
    if (error_ || answered_[index]) return;
    if (!answer) {
      const bool is_stop = answer.error().code == ErrorCode::kStopped;
      if (!is_stop) error_ = answer.error();
      if (is_stop && !answer.error().message.empty()) stop_ = answer.error();
      return;
    }
    answered_[index] = true;
    ++answers_;
    if (Status status = on_answer_(index, std::move(answer).value()); !status) error_ = status.error();
  }

  // Has control.helpers take units, next to the threads of this process, until none is left.
  void take_help(const Control& control) {
    const Status status = control.helpers->help(*this, control);
    const std::lock_guard lock(mutex_);
    if (!status && status.error().code != ErrorCode::kStopped && !error_) error_ = status.error();
  }

  // Gives up the remaining units.
  void abandon() {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = stop_;
  }

  // Errors: the first one; kStopped if answers are missing.
  Status outcome() const {
    const std::lock_guard lock(mutex_);
    if (error_) return *error_;
    if (answers_ == units_.size()) return ok_status();
    return stop_;
  }

  std::string_view kind() const override { return W::kName; }
  Bytes pass() const override { return to_bytes(work_.pass()); }
  std::vector<Unit> take(std::size_t most) override {
    std::vector<Unit> taken;
    while (taken.size() < most) {
      const std::optional<std::size_t> index = next();
      if (!index) break;
      taken.push_back({*index, to_bytes(units_[*index])});
    }
    return taken;
  }
  std::size_t left() const override {
    const std::lock_guard lock(mutex_);
    return error_ ? 0 : units_.size() - next_;
  }
  bool failed() const override {
    const std::lock_guard lock(mutex_);
    return error_.has_value();
  }
  Status found(std::uint64_t index, std::span<const std::byte> bytes) override {
    std::optional<typename W::Answer> answer = from_bytes<typename W::Answer>(bytes);
    if (!answer || index >= units_.size()) return corrupt("its answer to a unit of work cannot be read");
    settle(index, std::move(*answer));
    return ok_status();
  }

 private:
  const W& work_;
  const std::span<const typename W::Unit> units_;
  const OnAnswer<W>& on_answer_;
  mutable std::mutex mutex_;
  std::size_t next_ = 0;  // to be taken
  std::vector<bool> answered_;
  std::size_t answers_ = 0;
  std::optional<Error> error_;
  Error stop_{ErrorCode::kStopped, "it was stopped", {}};  // in the words of a unit that has some
};

// Computes on threads of its own, and with control.helpers, which change nothing but the time that it takes. The
// threads live as long as the pool, since what one keeps may stand for a program that ends with the thread that
// started it.
template <class W>
class WorkerPool {
 public:
  // `work` must outlive the pool. `threads` is at least 1. What a thread keeps is made with its first unit. Throws
  // ThreadsRefused.
  explicit WorkerPool(const W& work, int threads = thread_count())
      : work_(work), threads_([this] { end(); }) {
    for (int i = 0; i < threads; ++i) threads_.start([this] { serve(); });
  }

  // Computes all units, which are begun in their order. Errors: the first of the work, of on_answer() or of a helper,
  // after which no further unit is begun; kStopped when `control` says so. It throws what they throw, likewise.
  Status compute(std::span<const typename W::Unit> units, const OnAnswer<W>& on_answer,
                 const Control& control) {
    // It is not on the stack: there the thread sanitizer would take its mutex for an earlier one at the same place.
    const auto held = std::make_unique<UnitQueue<W>>(work_, units, on_answer);
    UnitQueue<W>& queue = *held;
    {
      const std::lock_guard lock(mutex_);
      queue_ = &queue;
      control_ = &control;
    }
    changed_.notify_all();
    if (control.helpers != nullptr && !units.empty()) keep_failure([&] { queue.take_help(control); });
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return working_ == 0 && queue.left() == 0; });
    queue_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return queue.outcome();
  }

 private:
  bool has_unit() const { return queue_ != nullptr && queue_->left() > 0; }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
  }

  void serve() {
    std::optional<typename W::Thread> own;
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ends_ || has_unit(); });
      if (ends_) return;
      compute_one(own, lock);
    }
  }

  // Releases the lock while the unit is computed.
  void compute_one(std::optional<typename W::Thread>& own, std::unique_lock<std::mutex>& lock) {
    UnitQueue<W>& queue = *queue_;
    const Control& control = *control_;
    const std::optional<std::size_t> index = queue.next();
    if (!index) return;  // a helper was faster
    ++working_;
    lock.unlock();
    keep_failure([&] {
      if (control.stopped()) return queue.settle(*index, Error{ErrorCode::kStopped, {}, {}});
      if (!own) own.emplace(work_.thread());
      queue.settle(*index, own->compute(queue.unit(*index), control));
    });
    lock.lock();
    if (--working_ == 0) changed_.notify_all();
  }

  // Without the lock: keeps the first exception, which ends the pass.
  template <class Act>
  void keep_failure(Act act) {
    try {
      act();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      queue_->abandon();
    }
  }

  const W& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  UnitQueue<W>* queue_ = nullptr;  // null between passes
  const Control* control_ = nullptr;
  std::size_t working_ = 0;     // threads
  std::exception_ptr failure_;  // the first one
  bool ends_ = false;
  ThreadGroup threads_;  // last: they use the others
};

}  // namespace tabiya::booksearch
