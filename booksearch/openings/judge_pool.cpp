#include "booksearch/openings/judge_pool.h"

#include <utility>

namespace tabiya::booksearch {

JudgePool::JudgePool(int threads, MakeJudge make_judge) : make_judge_(std::move(make_judge)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { work(); });
}

JudgePool::~JudgePool() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

Status JudgePool::run(std::span<const Question> questions, const OnAnswer& on_answer,
                      const Control& control) {
  Batch batch{questions, &on_answer, &control, 0, 0, {}};
  std::unique_lock lock(mutex_);
  batch_ = &batch;
  changed_.notify_all();
  changed_.wait(lock, [&] { return batch.working == 0 && !batch.has_more(); });
  batch_ = nullptr;
  if (batch.error) return *batch.error;
  return ok_status();
}

void JudgePool::work() {
  std::unique_ptr<OpeningJudge> judge;
  std::unique_lock lock(mutex_);
  for (;;) {
    changed_.wait(lock, [&] { return ends_ || (batch_ != nullptr && batch_->has_more()); });
    if (ends_) return;
    answer_one(judge, lock);
  }
}

// Gives the lock away while the judge thinks.
void JudgePool::answer_one(std::unique_ptr<OpeningJudge>& judge, std::unique_lock<std::mutex>& lock) {
  Batch& batch = *batch_;
  const auto fail = [&](const Error& error) {
    if (!batch.error) batch.error = error;
  };
  const Question question = batch.questions[batch.next++];
  ++batch.working;
  lock.unlock();
  std::optional<Result<Judgement>> judgement;
  if (batch.control->stopped()) {
    judgement = Error{ErrorCode::kStopped, "it was stopped", {}};
  } else if (judge == nullptr) {
    Result<std::unique_ptr<OpeningJudge>> made = make_judge_();
    if (made) {
      judge = std::move(made).value();
    } else {
      judgement = made.error();
    }
  }
  if (!judgement) judgement = judge->judge(question.candidate, question.stage);
  lock.lock();
  if (*judgement) {
    if (const Status status = (*batch.on_answer)(question, **judgement); !status) fail(status.error());
  } else {
    fail(judgement->error());
  }
  --batch.working;
  if (batch.working == 0 && !batch.has_more()) changed_.notify_all();
}

}  // namespace tabiya::booksearch
