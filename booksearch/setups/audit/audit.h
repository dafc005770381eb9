// The audit of a book estimates how often its replies are wrong, and the cost of that. It searches a sample
// of the entries again, more deeply and against more replies.
//
// An audit measures how much a player who trusts the book loses by it, whatever made the book. A reply is
// judged against the best one found at the same depth, both from an empty transposition table; a red, against
// other reds searched to the same depth. Values of different depths are never compared, and the values in the
// book play no part.
//
// Values are from Red's view, logit x 10,000. Where values are subtracted, they count as no further from 0
// than kMostValue: beyond 10 logit a game is over, and a single proven win, which is worth 800 logit on our
// scale, would drown any average.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/setups/audit/audit_sample.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/book/book.h"
#include "core/search/score.h"
#include "core/search/settled_value.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// The result of the searches of one red.
struct AuditAnswer {
  std::optional<Row> best;  // red, reply and value alone; nothing of a red that is worth less than its cut
  Score reply_value = 0;    // of the entry's reply
  std::uint64_t nodes = 0;  // of all searches

  bool operator==(const AuditAnswer&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.best, self.reply_value, self.nodes); }
};

// The memory of an audit's searches, so that a stopped audit can continue. Each red that it searches has a
// number, which depends on the audit alone.
struct AuditMemory {
  std::map<std::size_t, AuditAnswer> known{};  // what an earlier run of the same audit has found
  // Called with each other answer, from any thread and in any order, but one at a time. An error ends the
  // audit. May be empty.
  std::function<Status(std::size_t number, const AuditAnswer&)> keep{};
};

struct WorkKind;

inline constexpr Score kMostValue = SettledValue::kMostValue;
inline constexpr int kMostAuditDepth = 100;  // plies

// Returns the loss of a value of `got` instead of `best`, for the side that wants large values.
constexpr Score loss(Score best, Score got) {
  const auto bounded = [](Score value) { return std::clamp(value, -kMostValue, kMostValue); };
  return std::max(0, bounded(best) - bounded(got));
}

struct AuditOptions {
  std::size_t sample = 0;       // entries that are searched again: see draw_entries()
  std::size_t discarded = 0;    // normalised reds that the book does not have, searched too
  int deeper = 0;               // plies that are searched beyond the depth of an entry
  std::optional<int> depth{};   // plies for all entries, instead
  std::uint32_t replies = 0;    // searched for each red, those statically best for Blue; 0: all
  std::uint32_t shared = 0;     // and this many of the most frequent replies of the book, whatever the red
  std::uint64_t seed = 0;       // of both samples
  std::size_t table_bytes = 0;  // of each thread's transposition table
};

// An entry searched again.
struct AuditedEntry {
  std::size_t entry = 0;    // index into the book
  std::size_t stratum = 0;  // index into the strata
  int depth = 0;            // plies of this search
  Score reply_value = 0;    // of the book's reply
  Row best;                 // the best reply: that of the book if there is no better one

  // Returns Blue's loss with the book's reply.
  Score regret() const { return loss(reply_value, best.red_value); }
  bool operator==(const AuditedEntry&) const = default;
};

// The reds that the book left out: a random sample of the normalised reds that it does not have.
struct DiscardedReds {
  std::size_t population = 0;
  std::size_t sampled = 0;
  int depth = 0;  // that to which entries of the smallest depth in the book were searched
  Score cut = 0;  // the median value of those entries: a red is worth keeping if its value is no lower

  std::vector<Row> worth_keeping;  // best first
  std::optional<Row> best;         // the largest value of all that were drawn

  bool operator==(const DiscardedReds&) const = default;
};

struct Audit {
  std::vector<AuditStratum> strata;
  std::vector<AuditedEntry> entries;  // in the order of the book
  std::optional<DiscardedReds> discarded;
  std::uint64_t nodes = 0;  // visited by all searches

  bool operator==(const Audit&) const = default;
};

// Audits a sound book (verify.h) of the oracle's game against `replies`: blues, mirrors included, ascending,
// each once, at least one. The result depends on the arguments alone, not on the threads. It runs on the
// as many threads as the caller has (parallel.h). Errors: those of draw_entries(); kInvalid when an entry would be
// searched beyond kMostAuditDepth; kCorrupt for a memory of another audit; those of its keep(); kStopped.
Result<Audit> audit_book(const PairOracle& oracle, const Book& book, std::span<const SetupId> replies,
                         const AuditOptions& options, const Control& control = {},
                         const AuditMemory& memory = {});

// Offers the work of another process's audit (work/shared_units.h).
std::vector<WorkKind> audit_work(std::shared_ptr<const PairOracle> oracle);

}  // namespace tabiya::booksearch
