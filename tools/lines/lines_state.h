// What the searches of a book of lines have found so far, next to the book (line_log.h): "book.bin.state" of "book.bin". A
// line for each search; the header has all that the searches depend on, so that the book may be continued with other costs,
// or more positions.
#pragma once

#include <optional>
#include <string>

#include "booksearch/lines/line_search.h"
#include "tools/cli/line_log.h"
#include "tools/lines/line_judges.h"

namespace tabiya::tools {

// The state of the book at that path.
std::string lines_state_path(const std::string& book);

class LinesState {
 public:
  // `out`: the options of the book. Throws Failure: another process writes the state; it is damaged, or of another job or
  // judge; there is one that is neither to be continued nor replaced.
  LinesState(const LogOptions& out, const LinesJob& job, const LineRoots& roots, const LineJudgeKind& judge);

  // Its keep() throws Failure.
  const booksearch::LineMemory& memory() const { return memory_; }

 private:
  booksearch::LineMemory memory_;
  std::optional<LineLog> log_;
};

}  // namespace tabiya::tools
