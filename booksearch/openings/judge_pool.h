// Judges at work, one per thread. The threads live as long as the pool: a judge may stand for a program that
// ends with the thread that started it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "booksearch/openings/judgement.h"
#include "booksearch/support/control.h"
#include "booksearch/support/shared_work.h"
#include "core/thread_group.h"

namespace tabiya::booksearch {

struct WorkKind;

struct Question {
  std::uint32_t candidate = 0;
  std::size_t stage = 0;

  static void visit_parts(auto& self, auto& visit) { visit(self.candidate, self.stage); }
};

// A kind of work (support/shared_work.h).
class JudgeWork {
 public:
  static constexpr std::string_view kName = "judge";
  struct Pass {
    static void visit_parts(auto&, auto&) {}
  };
  using Unit = Question;
  using Answer = Judgement;

  explicit JudgeWork(MakeJudge make_judge) : make_judge_(std::move(make_judge)) {}
  Pass pass() const { return {}; }

  // A judge is made with the first question.
  class Thread {
   public:
    explicit Thread(const MakeJudge& make_judge) : make_judge_(make_judge) {}
    // Errors: kStopped; those of the judge.
    Result<Judgement> compute(const Question& question, const Control& control);

   private:
    const MakeJudge& make_judge_;
    std::unique_ptr<OpeningJudge> judge_;
  };
  Thread thread() const { return Thread(make_judge_); }

 private:
  const MakeJudge make_judge_;
};

// The answers to questions of others (support/work_kind.h).
WorkKind judge_work(MakeJudge make_judge);

class JudgePool {
 public:
  // `threads`: at least 1. A judge is made when its thread gets its first question. Throws ThreadsRefused.
  JudgePool(int threads, MakeJudge make_judge);

  // Has all questions answered, begun in this order, by control.helpers as well. on_answer() comes from any
  // thread, but never twice at a time, and in any order. Errors: the first of a judge or of on_answer(),
  // after which no question is begun any longer; kStopped when `control` says so. Throws what they throw.
  using OnAnswer = std::function<Status(const Question& question, const Judgement& judgement)>;
  Status run(std::span<const Question> questions, const OnAnswer& on_answer, const Control& control);

 private:
  using Questions = UnitQueue<JudgeWork>;
  bool has_question() const { return questions_ != nullptr && questions_->left() > 0 && !failure_; }
  void end();
  void work();
  void answer_one(JudgeWork::Thread& judge, std::unique_lock<std::mutex>& lock);

  const JudgeWork work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Questions* questions_ = nullptr;  // null between runs
  const Control* control_ = nullptr;
  std::size_t working_ = 0;     // threads
  std::exception_ptr failure_;  // the first one
  bool ends_ = false;
  ThreadGroup threads_;  // last: they use the others
};

}  // namespace tabiya::booksearch
