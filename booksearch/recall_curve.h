// What rows are worth for the time that they take: the regret of their answers against the seconds of one
// core, for several depths and lists of candidates.
//
// Answers are judged by rows that look further and at more replies. The judge of the answers at one depth
// searches `deeper` plies deeper, against one red, each once and in this order: all answers to that red at
// that depth, those of the last list first; the `judge_replies` that are statically best for Blue; and the
// `judge_shared` most frequent answers to all reds at that depth. Then each of the answers, and the reply
// that the judge takes for the best, is searched anew to the judge's depth from an empty transposition table,
// with the whole window. The regret of an answer is what Blue loses by it against the judge's reply, by these
// values: loss() of audit.h, so that it means what it means there.
//
// Depths do not depend on each other: findings of one stay good when others are asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "booksearch/recall.h"
#include "booksearch/row_search.h"
#include "booksearch/stage_search.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct CurveTask {
  std::span<const SetupId> reds;     // different ones, at least one; they share their answers as in a job
  std::span<const SetupId> replies;  // all of them, mirrors included, ascending
  std::vector<JobStage>
      lists;            // whose `replies`, `shared`, `sieve` and `near` are measured, whatever their depth
  int least_depth = 1;  // plies: each list is searched to these depths
  int most_depth = 1;
  int deeper = 4;                   // plies that the judge looks deeper
  std::uint32_t judge_replies = 0;  // its own candidates of each red; 0: all
  std::uint32_t judge_shared = 0;   // and the most frequent answers
  std::size_t table_bytes = 0;      // of each thread's transposition table
};

// The answer to a red in one round of a list's ladder (ladder.h).
struct CurveRow {
  JobStage list;
  std::size_t round = 0;  // from 0
  Row row;
  double seconds = 0;  // of one core, the choice of candidates included
};

// The judge's row for one red.
struct CurveJudgement {
  int depth = 0;                                  // plies of the answers that are judged
  Row best;                                       // at the judge's depth
  std::vector<std::pair<SetupId, Score>> values;  // of the answers and of the best reply, anew
  double seconds = 0;                             // of one core
};

// What a run has found out, to go on from.
struct CurveFindings {
  std::vector<CurveRow> rows;
  std::vector<CurveJudgement> judgements;
};

// Who sees what is found as soon as it is, one at a time, from any thread. What they throw ends the run.
struct CurveObserver {
  std::function<void(const CurveRow&)> on_row = [](const CurveRow&) {};
  std::function<void(const CurveJudgement&)> on_judgement = [](const CurveJudgement&) {};
};

// A list at a depth: the regret of its answers, and what they cost.
struct CurvePoint : Losses {
  JobStage list;
  std::uint64_t nodes = 0;   // for all reds
  double seconds = 0;        // of one core, for all reds
  double judge_seconds = 0;  // that judging this depth took, for all lists together
};

// Depth by depth, the lists in their order. All but the seconds depends on the task alone: neither on
// threads, on which those of the caller work (threads.h), nor on what was known before. Of `known`, that
// counts which fits the task. Errors: kStopped.
Result<std::vector<CurvePoint>> measure_curve(const PairOracle& oracle, const CurveTask& task,
                                              const CurveFindings& known, const CurveObserver& observer,
                                              const Control& control = {});

}  // namespace tabiya::booksearch
