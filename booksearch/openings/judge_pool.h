// Judges at work, one a thread. The threads live as long as the pool: a judge may stand for a program that
// ends with the thread that started it.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

#include "booksearch/openings/judgement.h"
#include "booksearch/support/control.h"

namespace tabiya::booksearch {

struct Question {
  std::uint32_t candidate = 0;
  std::size_t stage = 0;
};

class JudgePool {
 public:
  // `threads`: at least 1. A judge is made when its thread gets its first question.
  JudgePool(int threads, MakeJudge make_judge);
  ~JudgePool();
  JudgePool(const JudgePool&) = delete;
  JudgePool& operator=(const JudgePool&) = delete;

  // Has all questions answered, begun in this order. on_answer() comes from any thread, but never twice at a
  // time, and in any order. Errors: the first of a judge or of on_answer(), after which no question is begun
  // any more; kStopped when `control` says so.
  using OnAnswer = std::function<Status(const Question& question, const Judgement& judgement)>;
  Status run(std::span<const Question> questions, const OnAnswer& on_answer, const Control& control);

 private:
  struct Batch {
    std::span<const Question> questions;
    const OnAnswer* on_answer;
    const Control* control;
    std::size_t next = 0;     // question to be begun
    std::size_t working = 0;  // questions that are begun and not finished
    std::optional<Error> error;

    bool has_more() const { return !error && next < questions.size(); }
  };

  void work();
  void answer_one(std::unique_ptr<OpeningJudge>& judge, std::unique_lock<std::mutex>& lock);

  MakeJudge make_judge_;
  std::mutex mutex_;
  std::condition_variable changed_;
  Batch* batch_ = nullptr;  // null between runs
  bool ends_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace tabiya::booksearch
