// The main job from start to end: from all setups of a game to a book.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/job.h"
#include "booksearch/job_store.h"
#include "booksearch/shards.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/book/book.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A pass of the pipeline that has ended.
struct PassReport {
  std::string name;
  double seconds = 0;   // of this run; next to nothing for a pass that an earlier run had finished
  std::string outcome;  // one line for people
};

struct PipelineOptions {
  std::string maker;                                 // for the book: program and version
  std::function<void(const PassReport&)> on_pass{};  // may be empty
  Shard shard{};                                     // whose rows are computed, and stored
  std::span<ShardFile> others{};                     // the states of other shards: their rows are taken over

  // Replies from outside, such as an audit finds: when the stages are finished, they are tried against every
  // red of the book, at its depth. These searches are not stored: the job is what it was.
  std::vector<SetupId> extra_replies{};

  // When the stages are finished, go on to refine (refinement.h) until the control says that the time is
  // over, or nothing is worth more of it. The book is then made of what there is.
  bool refine = false;
};

// Runs `job`, or what of it `store` does not hold yet. The book (assemble_book()) depends on the job and the
// oracle alone, unless it is refined. Runs on the threads of the caller (threads.h).
// Errors: those of the job store; kStopped, after which the same call goes on, also when the time was over
// before a red was searched; kInvalid when the job does not fit the oracle, or the other shards contradict
// this one.
Result<Outcome> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                           const PipelineOptions& options, const Control& control);

}  // namespace tabiya::booksearch
