// Staged deepening: many reds are searched shallowly, the best of them more deeply, and so on. In one stage
// all reds are searched to the same depth, and only values of the same depth are ever compared.
//
// The row of a red is its minimum over the replies, and alpha-beta applies to it as to any node: after the
// first reply, every other has only to prove that it is no better than the best so far, in a window of no
// width, and is searched again where it turns out to be better. So nearly all of the work is proofs, and the
// better the first reply, the fewer searches are repeated: the best reply of the stage before comes first,
// then the statically best ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/static_order.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct Stage {
  std::uint32_t keep = 0;     // the best reds of the stage before that enter this one
  int depth = 0;              // plies from the end of the setup phase
  std::uint32_t replies = 0;  // searched for each red, those statically best for Blue; 0: all reasonable ones
  std::uint32_t shared = 0;   // and so many that are the most frequent answers to all reds (ladder.h)

  bool operator==(const Stage&) const = default;
};

// A red on its way into a stage.
struct Entrant {
  SetupId red = 0;
  std::optional<SetupId> reply;  // to be tried first, if one is known
  std::optional<Score>
      red_value{};  // of `reply` in this stage, if it is known; then the red's own candidates
                    // were no better, and only the shared replies remain to be tried
};

// A red searched: the outcome of its row.
struct Row {
  SetupId red = 0;
  SetupId reply = 0;        // the best one; among equals the first that was tried
  Score red_value = 0;      // of it
  std::uint64_t nodes = 0;  // of all searches of the row
  Score improvement = 0;    // of the best reply over the one that was tried first: 0 or more

  bool operator==(const Row&) const = default;
};

// The order of the rows of one stage, best first: by value, then the smaller id.
constexpr bool better(const Row& a, const Row& b) {
  return a.red_value != b.red_value ? a.red_value > b.red_value : a.red < b.red;
}

struct StageTask {
  Stage stage;
  std::string name;                   // names the progress
  std::span<const Entrant> entrants;  // all of them are searched
  ReplyLists& replies;                // of the reasonable blues
  std::span<const Row> finished;      // rows known from an earlier run
  std::size_t table_bytes = 0;        // of each thread's transposition table
  std::span<const SetupId> shared{};  // replies for all entrants, besides their own candidates
  std::optional<double> later{};      // for the progress: what other passes will take, in rows of this one
};

// The rows of a stage, best first. They depend on the task alone, not on the threads. `on_row` sees every new
// row as soon as it is finished, one at a time, from any thread; when it fails, that error is returned.
// Runs on the threads of the caller (threads.h). Errors: kStopped.
Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row,
                                   const Control& control = {});

// The best reply to one red among `replies`, tried in this order; at least one. Errors: kStopped.
Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control = {});

// The same, going on from a row in which no nodes are counted yet: `replies`, possibly none, are tried
// besides its own. The searcher has been set to its red.
Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control = {});

}  // namespace tabiya::booksearch
