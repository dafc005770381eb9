// The main job from start to end: from all setups of a game to a book.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "booksearch/setups/audit/judged_replies.h"
#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/job_store.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/book/book.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// The results of the pipeline's passes.
struct FilterPass {
  std::size_t kept = 0;     // setups that stand
  double overlap = 0;       // the share of them that was in the pool
  std::uint64_t pairs = 0;  // evaluated
};
struct StagePass {
  std::size_t reds = 0;       // that have been searched
  std::size_t total = 0;      // … that were to be: more, where the time was over before
  std::size_t known = 0;      // … whose rows earlier runs had found
  std::uint64_t nodes = 0;    // of all of them
  std::optional<Score> best;  // value of red; none as long as nothing has been searched
};
struct ReplyPass {
  std::vector<JudgedReply> replies;  // all that were given
};

struct LookPass {
  std::size_t looks = 0;    // at entries, all that there are
  std::uint64_t nodes = 0;  // of this run
  double shift = 0;         // the mean of what they move the values of their entries by, logit x 10,000
};

// A pass of the pipeline that has ended.
struct PassReport {
  std::string name;
  double seconds = 0;  // of this run; next to nothing for a pass that an earlier run had finished
  std::variant<FilterPass, StagePass, ReplyPass, LookPass> found;
};

struct PipelineOptions {
  std::string maker;                                 // for the book: program and version
  std::function<void(const PassReport&)> on_pass{};  // may be empty

  // Better replies that an audit has found. When the stages are finished, entries take those that are found
  // better again (judged_replies.h), with their values and depths. They are stored, and stay in the book of
  // later runs.
  std::span<const Refutation> replies{};

  // With `refine`, the pipeline refines (refinement.h) after the stages, until the control says that the time
  // is over, or nothing is worth more of it. The book is then made of the rows that there are. Without it,
  // the rows that earlier runs have refined still go into the book.
  bool refine = false;
};

// Runs `job`, or the part of it that `store` does not hold yet. The book (assemble_book()) depends on the job
// and the oracle alone, unless it is refined or given replies, by this run or an earlier one. It runs on the
// as many threads as the caller has (parallel.h). Errors: those of the job store; kStopped, after which the same call
// continues, also when the time was over before a red was searched; kInvalid when the job does not fit the
// oracle.
Result<Book> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                        const PipelineOptions& options, const Control& control);

}  // namespace tabiya::booksearch
