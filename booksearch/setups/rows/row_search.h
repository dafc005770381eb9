// The row of a red: its best reply among those that are tried, found by search.
//
// A row is a minimum over replies, and alpha-beta applies to it as to any node: after the first reply, every
// other has only to prove that it is no better than the best so far, in a window of no width, and is searched
// again where it turns out to be better. So nearly all of the work is proofs, and the better the first reply,
// the fewer searches are repeated: a reply that is known to be good comes first, then the statically best
// ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A red whose row is to be searched.
struct RowTask {
  SetupId red = 0;
  std::optional<SetupId> reply;  // to be tried first, if one is known
  std::optional<Score>
      red_value{};  // of `reply` at the depth of the search, if it is known; then the red's own candidates
                    // were no better, and only the shared replies remain to be tried
  std::optional<Score> cutoff{};  // the search may end as soon as a reply brings the red below this

  static void visit_parts(auto& self, auto& visit) {
    visit(self.red, self.reply, self.red_value, self.cutoff);
  }
};

// The outcome of a red's search. Below the cutoff of its row_task, the value is an upper bound, and the reply
// is the one that shows it.
struct Row {
  SetupId red = 0;
  SetupId reply = 0;        // the best one; among equals the first that was tried
  Score red_value = 0;      // of it
  std::uint64_t nodes = 0;  // of all searches of the row
  Score improvement = 0;    // of the best reply over the one that was tried first: 0 or more
  LinePlaces line{};        // the principal variation of its search; nothing of a reply whose value was known

  bool operator==(const Row&) const = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.red, self.reply, self.red_value, self.nodes, self.improvement, self.line);
  }
};

// A red, and the reply that answers it.
struct Answered {
  SetupId red = 0;
  SetupId reply = 0;

  bool operator==(const Answered&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.red, self.reply); }
};

// The order of rows of one depth is best first: by value, then the smaller id.
constexpr bool better(const Row& a, const Row& b) {
  return a.red_value != b.red_value ? a.red_value > b.red_value : a.red < b.red;
}

// Finds the best reply to one red among `replies`, at least one, tried in this order. It ends at the first
// reply that brings the red below `cutoff`. Errors: kStopped; those of the searcher.
Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control = {}, Score cutoff = -kInfiniteScore);

// Continues a row that is not below the cutoff: `replies`, possibly none, are tried besides its own. The
// searcher has been set to its red.
Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control = {}, Score cutoff = -kInfiniteScore);

class ReplyCandidates;

// Searches rows. For use by one thread.
class RowSearcher {
 public:
  // The transposition table has `table_bytes`. The candidates must outlive the searcher.
  RowSearcher(const PairOracle& oracle, const ReplyCandidates& candidates, std::size_t table_bytes)
      : candidates_(candidates), pairs_(oracle.searcher(table_bytes)) {}

  // Searches a row. A known reply is searched to the end, whatever the sieve would say of it: only so can its
  // value be compared with that of the best one. Errors: those of search_row().
  Result<Row> search(const RowTask& row_task, int depth, const Control& control);

  // Returns the searcher for single pairs, for use between searches of rows.
  PairSearcher& pairs() { return *pairs_; }

 private:
  const ReplyCandidates& candidates_;
  std::unique_ptr<PairSearcher> pairs_;
};

}  // namespace tabiya::booksearch
