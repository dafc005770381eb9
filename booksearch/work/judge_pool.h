// A pool of judges, one for each thread: engines, or our own searches.
//
// A class J of judges, each for use by one thread, says
//   static constexpr std::string_view kName    which work it is
//   Question, Answer                           both of which travel (serialization.h)
//   Result<Answer> judge(const Question&)      which depends on the question alone; long ones take a Control, too, and
//                                              end with kStopped
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "booksearch/work/control.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"
#include "codec/result.h"

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

// A WorkerPool of judges.
template <class J>
class JudgePool {
 public:
  using Work = JudgeWork<J>;

  JudgePool(int threads, MakeJudge<J> make_judge) : work_(std::move(make_judge)), workers_(work_, threads) {}

  // Has all questions answered: WorkerPool::compute().
  Status run(std::span<const typename J::Question> questions, const OnAnswer<Work>& on_answer,
             const Control& control) {
    return workers_.compute(questions, on_answer, control);
  }

 private:
  const Work work_;
  WorkerPool<Work> workers_;
};

}  // namespace tabiya::booksearch
