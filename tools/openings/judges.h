// The judges of the start positions of a job, by the engine that it names.
#pragma once

#include <string>

#include "booksearch/openings/engine_opening_judge.h"
#include "booksearch/work/judge_pool.h"
#include "tools/openings/candidates.h"
#include "tools/openings/openings_job.h"

namespace tabiya::tools {

struct JudgeKind {
  std::string identity;  // equal for judges that say the same of the same position
  std::string name;      // for people
  booksearch::MakeJudge<booksearch::OpeningJudge> make;  // `candidates` must live as long as its judges
};

// Throws Failure if the engine cannot be used for the job.
JudgeKind choose_judge(const OpeningsJob& job, const Candidates& candidates);

}  // namespace tabiya::tools
