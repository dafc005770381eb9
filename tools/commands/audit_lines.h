// `audit` of a book of moves: its positions are searched again with the settings of its job, only longer, and
// games show how long they stay in the book.
#pragma once

#include <cstddef>
#include <string>

#include "booksearch/lines/position_audit.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/command_line.h"
#include "tools/cli/computation.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

struct LinesAuditOptions {
  std::string job;    // whose engine searches; required
  int times = 10;     // the nodes of the job
  int deeper = 2;     // plies, where the job has a depth
  std::string games;  // a file in PGN; empty: none
  std::string at;     // a book of moves at whose positions this one is tried; empty: its own
  booksearch::PositionAuditSettings settings;
  Score tolerance = 100;   // of the exit code: what a move may lose, logit x 10,000
  std::size_t first = 10;  // doubts that are listed
  bool json = false;
  LogOptions out;    // of the list of all positions that were searched; its path may be empty
  LogOptions state;  // of what is kept next to it; the same
  std::string on_stop = "nothing was reported";
};

// --job, --times, --games and --at, which are of books of moves alone.
void add_lines_audit_options(CommandLine app, LinesAuditOptions& options);

// Returns the exit code: kFoundWanting if a move of the sample loses more than the tolerance. Throws Failure.
int audit_lines_of(const LoadedMoveBook& loaded, const LinesAuditOptions& options,
                   const ComputationOptions& computation);

}  // namespace tabiya::tools
