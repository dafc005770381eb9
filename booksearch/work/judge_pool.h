// A pool of judges, one for each thread: engines, or our own searches. The threads live as long as the pool,
// since a judge may stand for a program that ends with the thread that started it.
//
// A class J of judges, each for use by one thread, says
//   static constexpr std::string_view kName    which work it is
//   Question, Answer                           both of which travel (serialization.h)
//   Result<Answer> judge(const Question&)      which depends on the question alone; long ones take a Control, too, and
//                                              end with kStopped
#pragma once

#include <condition_variable>
#include <cstddef>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "booksearch/work/control.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"
#include "codec/result.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {

// Called in the thread that is going to use the judge.
template <class J>
using MakeJudge = std::function<Result<std::unique_ptr<J>>()>;

// A kind of work (shared_work.h).
template <class J>
class JudgeWork {
 public:
  static constexpr std::string_view kName = J::kName;
  struct Pass {};
  using Unit = typename J::Question;
  using Answer = typename J::Answer;

  explicit JudgeWork(MakeJudge<J> make_judge) : make_judge_(std::move(make_judge)) {}
  Pass pass() const { return {}; }

  // A judge is made with the first question.
  class Thread {
   public:
    explicit Thread(const MakeJudge<J>& make_judge) : make_judge_(make_judge) {}
    // Errors: kStopped; those of the judge.
    Result<Answer> compute(const Unit& question, const Control& control) {
      if (control.stopped()) return Error{ErrorCode::kStopped, {}, {}};
      if (judge_ == nullptr) {
        Result<std::unique_ptr<J>> made = make_judge_();
        if (!made) return made.error();
        judge_ = std::move(made).value();
      }
      if constexpr (requires { judge_->judge(question, control); })
        return judge_->judge(question, control);
      else
        return judge_->judge(question);
    }

   private:
    const MakeJudge<J>& make_judge_;
    std::unique_ptr<J> judge_;
  };
  Thread thread() const { return Thread(make_judge_); }

 private:
  const MakeJudge<J> make_judge_;
};

// Returns a MakeJudge that makes what the judge works with by `make`, and the judge of that and of `settings`.
template <class J, class Made = J, class Make, class... Settings>
MakeJudge<J> judges_with(Make make, Settings... settings) {
  return [=]() -> Result<std::unique_ptr<J>> {
    auto made = make();
    if (!made) return made.error();
    return std::unique_ptr<J>(std::make_unique<Made>(std::move(made).value(), settings...));
  };
}

// Offers answers to the questions of other processes (shared_units.h).
template <class J>
WorkKind judge_work(MakeJudge<J> make_judge) {
  const auto work = std::make_shared<JudgeWork<J>>(std::move(make_judge));
  return offer<JudgeWork<J>>([work](const typename JudgeWork<J>::Pass&) { return work; });
}

template <class J>
class JudgePool {
 public:
  using Work = JudgeWork<J>;

  // `threads` is at least 1. A judge is made when its thread gets its first question. Throws ThreadsRefused.
  JudgePool(int threads, MakeJudge<J> make_judge)
      : work_(std::move(make_judge)), threads_([this] { end(); }) {
    for (int i = 0; i < threads; ++i) threads_.start([this] { serve(); });
  }

  // Has all questions answered, by control.helpers as well. Questions are begun in this order.
  // on_answer(index, answer) is called from any thread, but never twice at a time, and in any order. Errors:
  // the first of a judge or of on_answer(), after which no further question is begun; kStopped when `control`
  // says so. It throws what the judges and on_answer() throw.
  Status run(std::span<const typename J::Question> questions, const OnAnswer<Work>& on_answer,
             const Control& control) {
    UnitQueue<Work> queue(work_, questions, on_answer);
    {
      const std::lock_guard lock(mutex_);
      queue_ = &queue;
      control_ = &control;
    }
    changed_.notify_all();
    if (control.helpers != nullptr && !questions.empty()) queue.take_help(control);
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return working_ == 0 && (queue.left() == 0 || failure_); });
    queue_ = nullptr;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    return queue.outcome();
  }

 private:
  bool has_question() const { return queue_ != nullptr && queue_->left() > 0 && !failure_; }

  void end() {
    {
      const std::lock_guard lock(mutex_);
      ends_ = true;
    }
    changed_.notify_all();
  }

  void serve() {
    typename Work::Thread judge = work_.thread();
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return ends_ || has_question(); });
      if (ends_) return;
      answer_one(judge, lock);
    }
  }

  // Releases the lock while the judge thinks.
  void answer_one(typename Work::Thread& judge, std::unique_lock<std::mutex>& lock) {
    UnitQueue<Work>& queue = *queue_;
    const Control& control = *control_;
    const std::optional<std::size_t> index = queue.next();
    if (!index) return;  // a helper was faster
    ++working_;
    lock.unlock();
    std::exception_ptr failure;
    try {
      queue.settle(*index, judge.compute(queue.unit(*index), control));
    } catch (...) {
      failure = std::current_exception();
    }
    lock.lock();
    if (!failure_) failure_ = failure;
    --working_;
    if (working_ == 0) changed_.notify_all();
  }

  const Work work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  UnitQueue<Work>* queue_ = nullptr;  // null between runs
  const Control* control_ = nullptr;
  std::size_t working_ = 0;     // threads
  std::exception_ptr failure_;  // the first one
  bool ends_ = false;
  ThreadGroup threads_;  // last: they use the others
};

}  // namespace tabiya::booksearch
