// The results of an audit so far. Their file stands next to the list that the audit is going to write
// (line_log.h): "better.txt.state" for "better.txt". It has a line for each red; the header has all that must
// be the same to continue. It is removed when the audit ends.
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
  // `out`: the options of the list. Without a path, nothing is read or kept. Throws Failure if another
  // process writes the state; if it is damaged, or of another audit; or if there is one that is neither to be
  // continued nor replaced.
  AuditState(const LogOptions& out, const PairOracle& oracle, const Book& book,
             const std::vector<SetupId>& replies, const booksearch::AuditOptions& options);

  // Its keep() throws Failure.
  const booksearch::AuditMemory& memory() const { return memory_; }
  // True if an earlier run has left results.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  void read(const Json& line, SetupId blues);

  booksearch::AuditMemory memory_;
  std::optional<LineLog> log_;
};

}  // namespace tabiya::tools
