// The state of a book of lines that grows, or of its audit: "book.tbk.state" of "book.tbk" (answer_store.h). It is of all that
// the searches depend on, so that the book may be continued with other costs, or more positions.
#pragma once

#include <memory>
#include <string>

#include "booksearch/lines/line_search.h"
#include "booksearch/work/answer_store.h"
#include "tools/cli/line_log.h"
#include "tools/lines/line_judges.h"

namespace tabiya::tools {

// The state of what is written at that path.
std::string lines_state_path(const std::string& out);

// `judge`: who searches; empty for anybody.
booksearch::AnsweredRun growing_run(const LinesJob& job, const LineRoots& roots, const std::string& judge);

class LinesState {
 public:
  // `out`: the options of what is written; without a path, nothing is read or kept. `owner`: whose state it is in messages.
  // Throws Failure: another process writes the state; it is of another run; there is one that is neither to be continued
  // nor replaced.
  LinesState(const LogOptions& out, const booksearch::AnsweredRun& run, const std::string& owner);

  const booksearch::LineMemory& memory() const { return memory_; }
  // Whether an earlier run has left something.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  std::string path_;
  std::unique_ptr<booksearch::AnswerStore> store_;
  booksearch::LineMemory memory_;
};

// The answers that the state of a book holds, whoever searches, and whether or not that goes on now. Throws Failure: there is
// none; it is damaged, or of another job.
booksearch::LineMemory read_lines_state(const std::string& book, const LinesJob& job, const LineRoots& roots);

}  // namespace tabiya::tools
