// What the searches of a book of lines, or of its audit, have found so far, in a file of their own (line_log.h):
// "book.tbk.state" of "book.tbk". A line for each search; the header has all that the searches depend on, so that the book
// may be continued with other costs, or more positions.
#pragma once

#include <optional>
#include <string>

#include "booksearch/lines/line_search.h"
#include "tools/cli/json.h"
#include "tools/cli/line_log.h"
#include "tools/lines/line_judges.h"

namespace tabiya::tools {

// The state of what is written at that path.
std::string lines_state_path(const std::string& out);

// What is searched: all that must be the same to continue.
struct LinesRun {
  std::string name;   // what messages call it: "book of lines"
  std::string owner;  // whose file the state is: "the state of the book"
  Json header;
};
LinesRun growing_run(const LinesJob& job, const LineRoots& roots, const LineJudgeKind& judge);

class LinesState {
 public:
  // `out`: the options of what is written; without a path, nothing is read or kept. Throws Failure: another process writes
  // the state; it is damaged, or of another run; there is one that is neither to be continued nor replaced.
  LinesState(const LogOptions& out, const LinesRun& run);

  // Its keep() throws Failure.
  const booksearch::LineMemory& memory() const { return memory_; }
  // Whether an earlier run has left something.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  booksearch::LineMemory memory_;
  std::optional<LineLog> log_;
};

// What the state of a book holds, whoever searches, and whether or not that goes on now. Throws Failure: there is none; it
// is damaged, or of another job.
booksearch::LineMemory read_lines_state(const std::string& book, const LinesJob& job, const LineRoots& roots);

}  // namespace tabiya::tools
