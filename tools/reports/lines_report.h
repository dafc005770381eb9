// What `lines` and the audits of its books report: a book's roots, how far it has grown, how long games stay in it, and its
// doubtful positions. Prints on standard output.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "booksearch/lines/coverage.h"
#include "booksearch/lines/growth.h"
#include "booksearch/lines/lines_job.h"
#include "booksearch/lines/position_audit.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"

namespace tabiya::tools {

// Adds the best moves of the positions in which lines begin; the text has only the first few.
void add_growth_roots(Facts& facts, const booksearch::BookGrowth& growth);

void print_lines_status(const booksearch::LinesStatus& status, bool json);

Json coverage_json(const booksearch::Coverage& coverage);
void print_coverage(const booksearch::Coverage& coverage);

// The way in which an audit has searched, and how it is printed.
struct LinesAuditOutput {
  std::string judge;      // the name, for people
  std::string limits;     // of each search
  std::size_t first = 0;  // doubts that are listed
  bool json = false;
};

// The list of all positions that were searched again: a line for each, with tabs.
std::string audit_list(const LoadedMoveBook& book, const booksearch::PositionAudit& audit);
// Prints the first doubts, and a summary.
void print_lines_audit(const LoadedMoveBook& book, const booksearch::PositionAudit& audit,
                       const std::optional<booksearch::Coverage>& coverage, const LinesAuditOutput& output);

// These two of a trial: how the book of that name does at the positions of another one.
std::string trial_list(const LoadedMoveBook& other, const booksearch::PlayerTrial& trial);
void print_lines_trial(const std::string& book, const LoadedMoveBook& other, std::size_t drawn,
                       const booksearch::PlayerTrial& trial, const LinesAuditOutput& output);

}  // namespace tabiya::tools
