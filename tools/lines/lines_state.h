// The state of a book of lines that grows, or of its audit: "book.tbk.state" of "book.tbk" (answer_store.h).
// It depends only on what the searches depend on, so that the book may be continued with other costs, or more
// positions.
#pragma once

#include <memory>
#include <string>

#include "booksearch/lines/line_search.h"
#include "booksearch/work/answer_store.h"
#include "tools/cli/line_log.h"
#include "tools/lines/line_judges.h"

namespace tabiya::tools {

// The path of the state of the output at `out`.
std::string lines_state_path(const std::string& out);

// `judge`: the engine that searches; empty for any.
booksearch::AnsweredRun growing_run(const LinesJob& job, const LineRoots& roots, const std::string& judge);

class LinesState {
 public:
  // `out`: the options of the output; without a path, nothing is read or kept. `owner`: the owner of the
  // state, in messages. Throws Failure if another process writes the state; if it is of another run; or if
  // there is one that is neither to be continued nor replaced.
  LinesState(const LogOptions& out, const booksearch::AnsweredRun& run, const std::string& owner);

  const booksearch::LineMemory& memory() const { return memory_; }
  // True if an earlier run has left results.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  std::string path_;
  std::unique_ptr<booksearch::AnswerStore> store_;
  booksearch::LineMemory memory_;
};

// The answers in the state of a book, whoever searches, and whether or not the search is running. Throws
// Failure if there is no state, or if it is damaged, or of another job.
booksearch::LineMemory read_lines_state(const std::string& book, const LinesJob& job, const LineRoots& roots);

}  // namespace tabiya::tools
