// Lines that the judge of a job grows, ply by ply: every position that it finds within the window of the tree goes on.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "booksearch/openings/judgement_store.h"
#include "booksearch/work/control.h"
#include "booksearch/work/judge_pool.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

class LineGrowth {
 public:
  using Pool = booksearch::JudgePool<booksearch::OpeningJudge>;

  // Of a job whose judge grows lines. Throws Failure if it cannot be read where they begin.
  explicit LineGrowth(const OpeningsJob& job);

  // What their judge is asked: this job's only stage, about these candidates, whose number grows.
  const OpeningsJob& job() const { return job_; }
  const Candidates& candidates() const { return found_; }
  // Which tree it is.
  std::string identity() const;

  // The different positions at the ends of the lines, in the order in which they are found. Call once. What `store` knows is
  // not asked again, and what `judges` say is added to it; either may be null. The same with any number of threads.
  // Errors: those of the judges and of the store; kStopped, also where nobody can be asked. Throws Failure when no line
  // goes on, or too many do.
  Result<std::vector<PositionHandle>> grow(Pool* judges, booksearch::JudgementStore* store,
                                           const booksearch::Control& control);
  std::size_t judged() const { return known_.size(); }  // positions of all plies

 private:
  Status judge_from(std::uint32_t first, Pool* judges, booksearch::JudgementStore* store,
                    const booksearch::Control& control);
  void keep_a_sample(std::vector<PositionHandle>& positions, int ply) const;

  const OpeningsJob job_;
  PositionHandle root_;
  Candidates found_;  // of all plies; their numbers are those of the questions
  std::unordered_map<std::uint32_t, booksearch::Judgement> known_;
};

}  // namespace tabiya::tools
