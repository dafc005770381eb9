// The results of an audit as text and as JSON, and the replies that it chooses from. The command `audit` and pages
// share them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/audit/audit_report.h"
#include "core/book/book.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/value_origin.h"
#include "tools/assets/book_input.h"
#include "tools/cli/json.h"
#include "tools/cli/print.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

// All replies of the book; where both sides have the same setups, its reds, too; and `random` more. Mirror
// images are included.
std::vector<SetupId> audit_pool(const Book& book, const PairOracle& oracle, std::uint32_t random,
                                std::uint64_t seed);

// The entries whose regret is above `tolerance`, the largest regret first.
std::vector<booksearch::AuditedEntry> entries_above(const booksearch::Audit& audit, Score tolerance);

// rank (null without order), red, reply, reply_wire, reply_value, better, better_wire, better_value, view,
// depth, regret
Json audited_entry_json(const LoadedBook& loaded, const booksearch::AuditedEntry& audited);

// All better replies that were found, as a file that `build --with` reads (refutations.h).
std::string refutations_text(const LoadedBook& loaded, const booksearch::Audit& audit);

struct AuditSettings {
  std::uint32_t tolerance = 0;  // logit x 10,000
  std::uint32_t replies = 0;    // tried, the statically best; 0: all
  std::uint32_t shared = 0;     // and the most frequent of the book
  std::size_t pool = 0;         // replies that they were chosen from
  std::uint64_t seed = 0;
  ValueOrigin origin{};  // of the audit's own values
};

// The summary of an audit, which is the last line of `audit --json`. Prints the text.
Facts audit_facts(const LoadedBook& loaded, const booksearch::Audit& audit,
                  const booksearch::AuditReport& report, const AuditSettings& settings, bool json);

// The results of an audit so far. Their file stands next to the list that the audit is going to write
// (record_log.h): "better.txt.state" for "better.txt". It has a line for each red; the header has all that must
// be the same to continue. It is removed when the audit ends.
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
  std::optional<RecordLog> log_;
};

}  // namespace tabiya::tools
