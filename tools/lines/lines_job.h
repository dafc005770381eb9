// The job of `lines`: a TOML file with the positions from which a book of moves grows, the engine that
// searches them, and the purpose of the book.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "booksearch/lines/engine_move_judge.h"
#include "booksearch/lines/growth.h"
#include "booksearch/work/judge_pool.h"
#include "core/game/game_module.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

struct LinesJob {
  const GameModule* game = nullptr;
  std::vector<std::string> roots;  // positions; the usual start is "startpos"
  OracleChoice oracle;
  booksearch::UciLimits limits;  // of each search
  booksearch::GrowthSettings growth;
  Score tolerance = 1'000;  // what a move of the book may lose, logit x 10,000
};

// `name`: the path of the file; paths in it are relative to its folder. Throws Failure with the line of the
// fault.
LinesJob parse_lines_job(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string lines_job_reference();

// The searcher of the positions of a book of moves that a job names.
struct MoveJudgeKind {
  std::string identity;  // equal for judges that say the same of the same position
  std::string name;      // for people
  booksearch::MakeJudge<booksearch::MoveQuestion> make;  // the roots must live as long as its judges
};

using booksearch::GrowthRoots;

// The positions in which the lines of a job begin. Throws Failure as booksearch::growth_roots().
GrowthRoots growth_roots(const LinesJob& job);

// Throws Failure if the engine cannot be used for the job.
MoveJudgeKind choose_move_judge(const LinesJob& job, const GrowthRoots& roots);

}  // namespace tabiya::tools
