// Judges that search the positions of a book of lines: a UCI engine, or the program's own search.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "booksearch/lines/line_judge.h"
#include "booksearch/work/judge_pool.h"
#include "core/book/book_walk.h"
#include "tools/lines/lines_job.h"

namespace tabiya::tools {

struct LineJudgeKind {
  std::string identity;  // equal for judges that say the same of the same position
  std::string name;      // for people
  booksearch::MakeJudge<booksearch::LineJudge> make;  // `job` and `roots` must live as long as its judges
};

using LineRoots = std::vector<std::unique_ptr<BookWalk>>;

// The positions in which lines begin, all different. Throws Failure for a text that is no position, or a
// position without legal moves.
LineRoots line_roots(const LinesJob& job);
LineRoots copies_of(const LineRoots& roots);

// Throws Failure if the engine cannot be used for the job.
LineJudgeKind choose_line_judge(const LinesJob& job, const LineRoots& roots);

}  // namespace tabiya::tools
