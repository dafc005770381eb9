// A pool of judges, one for each thread: engines, or our own searches.
//
// A class Q of questions, which travel (serialization.h), says
//   static constexpr std::string_view kName    which work it is
//   Answer                                     which travels, too
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

// Answers questions, for use by one thread. An answer depends on the question alone. A long search ends with kStopped when
// `control` says so.
template <class Q>
using JudgeOf = std::function<Result<typename Q::Answer>(const Q& question, const Control& control)>;

// Called in the thread that is going to use the judge.
template <class Q>
using MakeJudge = std::function<Result<JudgeOf<Q>>()>;

// A kind of work (shared_work.h).
template <class Q>
class JudgeWork {
 public:
  static constexpr std::string_view kName = Q::kName;
  struct Pass {};
  using Unit = Q;
  using Answer = typename Q::Answer;

  explicit JudgeWork(MakeJudge<Q> make_judge) : make_judge_(std::move(make_judge)) {}
  Pass pass() const { return {}; }

  // A judge is made with the first question.
  class Thread {
   public:
    explicit Thread(const MakeJudge<Q>& make_judge) : make_judge_(make_judge) {}
    // Errors: kStopped; those of the judge.
    Result<Answer> compute(const Q& question, const Control& control) {
      if (!judge_) {
        Result<JudgeOf<Q>> made = make_judge_();
        if (!made) return made.error();
        judge_ = std::move(made).value();
      }
      return judge_(question, control);
    }

   private:
    const MakeJudge<Q>& make_judge_;
    JudgeOf<Q> judge_;
  };
  Thread thread() const { return Thread(make_judge_); }

 private:
  const MakeJudge<Q> make_judge_;
};

// Returns the maker of judges that have what `make` makes, an engine for instance, and answer by
// answer(made, question, control).
template <class Q, class Make, class Answer>
MakeJudge<Q> judges_with(Make make, Answer answer) {
  return [=]() -> Result<JudgeOf<Q>> {
    auto made = make();
    if (!made) return made.error();
    return JudgeOf<Q>(
        [made = std::shared_ptr(std::move(made).value()), answer](const Q& question, const Control& control) {
          return answer(*made, question, control);
        });
  };
}

// Offers answers to the questions of other processes (shared_units.h).
template <class Q>
WorkKind judge_work(MakeJudge<Q> make_judge) {
  const auto work = std::make_shared<JudgeWork<Q>>(std::move(make_judge));
  return offer<JudgeWork<Q>>([work](const typename JudgeWork<Q>::Pass&) { return work; });
}

// A WorkerPool of judges.
template <class Q>
class JudgePool {
 public:
  using Work = JudgeWork<Q>;

  JudgePool(int threads, MakeJudge<Q> make_judge) : work_(std::move(make_judge)), workers_(work_, threads) {}

  // Has all questions answered: WorkerPool::compute().
  Status run(std::span<const Q> questions, const OnAnswer<Work>& on_answer, const Control& control) {
    return workers_.compute(questions, on_answer, control);
  }

 private:
  const Work work_;
  WorkerPool<Work> workers_;
};

}  // namespace tabiya::booksearch
