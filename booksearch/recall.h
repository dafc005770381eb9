// Recall: what short lists of candidate replies lose against all replies.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "booksearch/stage_search.h"
#include "booksearch/statistics/intervals.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct RecallTask {
  std::span<const SetupId> reds;     // different ones, at least one; they share their answers as in a job
  std::span<const SetupId> replies;  // all of them, mirrors included, ascending
  std::vector<JobStage> lists;       // whose `replies` and `shared` are measured, at one depth
  std::size_t table_bytes = 0;
};

// What Blue loses by his answers to a sample of reds.
struct Losses {
  std::size_t missed = 0;    // reds whose answer is worse than the best one
  double missed_share = 0;   // of all reds
  Interval missed_interval;  // 95 %, of the share among such reds
  double mean_loss = 0;      // logit x 10,000, 0 or more
  Interval loss_interval;    // 95 %, of its mean among such reds

  bool operator==(const Losses&) const = default;
};

// `losses`: one for each red, 0 or more, at least one.
Losses summarize(const std::vector<double>& losses);

// What one way to choose candidates found, against all replies searched to the same depth.
struct Recall : Losses {
  JobStage list;
  std::uint64_t nodes = 0;  // of all searches
  double seconds = 0;
  std::uint64_t all_nodes = 0;  // the same with all replies
  double all_seconds = 0;
};

// One for each list, in their order. All lists are of one depth, and none is empty. A loss is the difference
// of the values of two replies that are searched anew, one like the other: that of a row may differ by what
// was left in the transposition table. Runs on the threads of the caller (threads.h). Errors: kStopped.
Result<std::vector<Recall>> measure_recall(const PairOracle& oracle, const RecallTask& task,
                                           const Control& control = {});

// The value of a pair at a depth, Red's view, from an empty transposition table.
Score value_anew(PairSearcher& searcher, SetupId red, SetupId reply, int depth);

}  // namespace tabiya::booksearch
