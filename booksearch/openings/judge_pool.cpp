#include "booksearch/openings/judge_pool.h"

#include <exception>
#include <optional>
#include <utility>

#include "booksearch/support/work_kind.h"

namespace tabiya::booksearch {

Result<Judgement> JudgeWork::Thread::compute(const Question& question, const Control& control) {
  if (control.stopped()) return Error{ErrorCode::kStopped, "it was stopped", {}};
  if (judge_ == nullptr) {
    Result<std::unique_ptr<OpeningJudge>> made = make_judge_();
    if (!made) return made.error();
    judge_ = std::move(made).value();
  }
  return judge_->judge(question.candidate, question.stage);
}

WorkKind judge_work(MakeJudge make_judge) {
  const auto work = std::make_shared<JudgeWork>(std::move(make_judge));
  return offer<JudgeWork>([work](const JudgeWork::Pass&) { return work; });
}

JudgePool::JudgePool(int threads, MakeJudge make_judge)
    : work_(std::move(make_judge)), threads_([this] { end(); }) {
  for (int i = 0; i < threads; ++i) threads_.start([this] { work(); });
}

void JudgePool::end() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
}

Status JudgePool::run(std::span<const Question> questions, const OnAnswer& on_answer,
                      const Control& control) {
  const auto take_in = [&](std::size_t index, const Judgement& judgement) {
    return on_answer(questions[index], judgement);
  };
  const booksearch::OnAnswer<JudgeWork> on_unit = take_in;
  Questions queue(work_, questions, on_unit);
  {
    const std::lock_guard lock(mutex_);
    questions_ = &queue;
    control_ = &control;
  }
  changed_.notify_all();
  if (control.helpers != nullptr && !questions.empty()) queue.take_help(control);
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return working_ == 0 && (queue.left() == 0 || failure_); });
  questions_ = nullptr;
  if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  return queue.outcome();
}

void JudgePool::work() {
  JudgeWork::Thread judge = work_.thread();
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || has_question(); });
    if (ends_) return;
    answer_one(judge, lock);
  }
}

// Gives the lock away while the judge thinks.
void JudgePool::answer_one(JudgeWork::Thread& judge, std::unique_lock<std::mutex>& lock) {
  Questions& questions = *questions_;
  const Control& control = *control_;
  const std::optional<std::size_t> index = questions.next();
  if (!index) return;  // a helper was faster
  ++working_;
  lock.unlock();
  std::exception_ptr failure;
  try {
    questions.settle(*index, judge.compute(questions.unit(*index), control));
  } catch (...) {
    failure = std::current_exception();
  }
  lock.lock();
  if (!failure_) failure_ = failure;
  --working_;
  if (working_ == 0) changed_.notify_all();
}

}  // namespace tabiya::booksearch
