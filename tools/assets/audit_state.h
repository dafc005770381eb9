// What an audit has searched so far, next to the list that it is going to write (line_log.h): "better.txt.state" of
// "better.txt". A line for each red; the header has all that must be the same to continue. Removed when the audit is
// at its end.
#pragma once

#include <optional>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "core/book/book.h"
#include "core/setup/pair_oracle.h"
#include "tools/cli/line_log.h"

namespace tabiya::tools {

class AuditState {
 public:
  // `out`: the options of the list; without a path, nothing is read or kept. Throws Failure: another process writes the
  // state; it is damaged, or of another audit; there is one that is neither to be continued nor replaced.
  AuditState(const LogOptions& out, const PairOracle& oracle, const Book& book,
             const std::vector<SetupId>& replies, const booksearch::AuditOptions& options);

  // Its keep() throws Failure.
  const booksearch::AuditMemory& memory() const { return memory_; }
  // Whether an earlier run has left something.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  void read(const Json& line, SetupId blues);

  booksearch::AuditMemory memory_;
  std::optional<LineLog> log_;
};

}  // namespace tabiya::tools
