// Recall: the losses by the answers of short lists of candidates, and the cost of these rows.
//
// Answers are compared with those of a reference: a row that may look deeper, and at more replies. Against
// one red it searches, each once and in this order: the answers of all lists, those of the last one first;
// its own candidates; and the most frequent answers to all reds. Then each of the answers, and the reply that
// the reference takes for the best, is searched anew to its depth, from an empty transposition table and with
// the whole window. The regret of an answer is Blue's loss by it against that reply, by these values: loss()
// of audit.h, with the same meaning as there.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/setups/rows/job_stage.h"
#include "booksearch/statistics/intervals.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct RecallReference {
  int deeper = 0;                        // plies beyond the depth of the answers
  std::optional<std::uint32_t> replies;  // its own candidates, the statically best; 0: all; none: the answers
  std::uint32_t shared = 0;              // the most frequent answers
};

struct RecallTask {
  std::span<const SetupId> reds;     // different ones, at least one; they share their answers as in a job
  std::span<const SetupId> replies;  // all of them, mirrors included, ascending
  std::vector<JobStage> lists;       // what is measured: of one depth, each as a job of this stage alone
  RecallReference reference;
  std::size_t table_bytes = 0;  // of each thread's transposition table
};

// Blue's losses by its answers to a sample of reds.
struct Losses {
  std::size_t missed = 0;    // reds whose answer is worse than the best one
  double missed_share = 0;   // of all reds
  Interval missed_interval;  // 95 %, of the share among such reds
  double mean_loss = 0;      // logit x 10,000, 0 or more
  Interval loss_interval;    // 95 %, of its mean among such reds

  bool operator==(const Losses&) const = default;
};

// `losses` has one number for each red, 0 or more; there is at least one.
Losses summarize(const std::vector<double>& losses);

// The losses by one list, and its cost.
struct Recall : Losses {
  JobStage list;
  std::uint64_t nodes = 0;       // of all searches
  double seconds = 0;            // of one core, the choice of candidates included
  double reference_seconds = 0;  // likewise, of the reference of all lists
};

// Returns one recall for each list, in their order. All but the seconds depends on the task alone, and not on
// threads. It runs on the threads of the caller (parallel.h). Errors: kStopped.
Result<std::vector<Recall>> measure_recall(const PairOracle& oracle, const RecallTask& task,
                                           const Control& control = {});

}  // namespace tabiya::booksearch
