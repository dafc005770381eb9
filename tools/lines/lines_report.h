// The growth of a book of lines, as text and as JSON.
#pragma once

#include <optional>
#include <string>

#include "booksearch/lines/growth.h"
#include "booksearch/lines/line_search.h"
#include "booksearch/work/file_lock.h"
#include "tools/cli/json.h"
#include "tools/lines/line_judges.h"
#include "tools/lines/lines_job.h"

namespace tabiya::tools {

// The best moves of the positions in which lines begin; the text has only the first few.
void print_line_roots(const booksearch::LineGrowth& growth);
Json line_roots_json(const booksearch::LineGrowth& growth);

// The progress of a book.
struct LinesStatus {
  std::string state;  // the path
  std::optional<booksearch::LockOwner> owner{};
  booksearch::LineGrowth growth;  // after the last whole round
  booksearch::LineSearches searches{};
  std::size_t answered = 0;  // questions of the round that is open

  bool is_finished() const { return growth.questions().empty(); }
};

// Reads the status of a book, whether or not it grows at the moment. Throws Failure if there is no state, or
// that of another job.
LinesStatus read_lines_status(const std::string& book, const LinesJob& job, const LineRoots& roots);
void print_lines_status(const LinesStatus& status, bool json);

}  // namespace tabiya::tools
