// The searcher of the positions of a book of lines that a job names.
#pragma once

#include <string>

#include "booksearch/lines/engine_line_judge.h"
#include "booksearch/work/judge_pool.h"
#include "tools/lines/lines_job.h"

namespace tabiya::tools {

struct LineJudgeKind {
  std::string identity;  // equal for judges that say the same of the same position
  std::string name;      // for people
  booksearch::MakeJudge<booksearch::LineJudge> make;  // the roots must live as long as its judges
};

using booksearch::copies_of;
using booksearch::LineRoots;

// The positions in which the lines of a job begin. Throws Failure as booksearch::line_roots().
LineRoots line_roots(const LinesJob& job);

// Throws Failure if the engine cannot be used for the job.
LineJudgeKind choose_line_judge(const LinesJob& job, const LineRoots& roots);

}  // namespace tabiya::tools
