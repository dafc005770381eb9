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
#include <unordered_set>
#include <vector>

#include "booksearch/reply_sieve.h"
#include "booksearch/static_order.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A red whose row is to be searched.
struct Entrant {
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

// A red searched: the outcome of its row. Below the cutoff of its entrant, the value is an upper bound, and
// the reply is the one that shows it.
struct Row {
  SetupId red = 0;
  SetupId reply = 0;        // the best one; among equals the first that was tried
  Score red_value = 0;      // of it
  std::uint64_t nodes = 0;  // of all searches of the row
  Score improvement = 0;    // of the best reply over the one that was tried first: 0 or more

  bool operator==(const Row&) const = default;
  static void visit_parts(auto& self, auto& visit) {
    visit(self.red, self.reply, self.red_value, self.nodes, self.improvement);
  }
};

// A red, and what answers it.
struct Answered {
  SetupId red = 0;
  SetupId reply = 0;

  bool operator==(const Answered&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.red, self.reply); }
};

// The order of rows of one depth, best first: by value, then the smaller id.
constexpr bool better(const Row& a, const Row& b) {
  return a.red_value != b.red_value ? a.red_value > b.red_value : a.red < b.red;
}

// The best reply to one red among `replies`, tried in this order; at least one. Ends at the first reply that
// brings the red below `cutoff`. Errors: kStopped.
Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control = {}, Score cutoff = -kInfiniteScore);

// The same, going on from a row that is not below the cutoff: `replies`, possibly none, are tried besides its
// own. The searcher has been set to its red.
Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control = {}, Score cutoff = -kInfiniteScore);

class NearAnswers;

// Which replies are tried against a red.
struct Replies {
  ReplyLists& lists;                // of the reasonable blues
  std::size_t own = 0;              // the red's own candidates: so many that are statically best; 0: all
  std::span<const SetupId> shared;  // further ones, for every red
  std::uint32_t sieve = 0;          // which of these are searched to the end (reply_sieve.h); 0: all
  std::size_t near = 0;             // further ones: so many answers to the nearest reds (near_answers.h) …
  const NearAnswers* answers = nullptr;  // … out of these; null: none
};

// Searches rows. For use by one thread.
class RowSearcher {
 public:
  // `table_bytes`: of the transposition table. What `replies` refers to outlives this.
  RowSearcher(const PairOracle& oracle, const Replies& replies, std::size_t table_bytes)
      : replies_(replies), pairs_(oracle.searcher(table_bytes)) {}

  // What is tried against the red, in this order: the reply that is known if there is one; the red's own
  // candidates, the statically best first; the answers to the nearest reds; the shared ones. Each once, and
  // without those that `entrant` says have been tried.
  std::vector<SetupId> candidates(const Entrant& entrant);

  // A reply that is known is searched to the end, whatever the sieve would say of it: only so can its value
  // be compared with that of the best one. Shared replies that come alone are not sifted: they are few.
  // Errors: kStopped.
  Result<Row> search(const Entrant& entrant, int depth, const Control& control);

  // For searches of single pairs, between those of rows.
  PairSearcher& pairs() { return *pairs_; }

 private:
  Replies replies_;
  std::unique_ptr<PairSearcher> pairs_;
  std::unordered_set<SetupId> seen_;
};

}  // namespace tabiya::booksearch
