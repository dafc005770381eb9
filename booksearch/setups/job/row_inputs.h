// What a row of the schedule is computed from, as one number that is stored with it.
//
// A job with finished rows may be extended: more reds are kept, or stages follow. A stored row is
// still valid if the extended job would compute it from the same: the same red, met by the same replies in
// the same order, to the same depth, with a table of the same size. If it does not, as when the new reds
// have changed which answers are frequent, it is computed again; so the book is the one that the extended job
// makes from nothing.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/job.h"
#include "booksearch/setups/rows/reply_sources.h"

namespace tabiya::booksearch {

// The inputs of the rows of one step, by the red.
using InputsByRed = std::unordered_map<SetupId, std::uint64_t>;

class RowInputs {
 public:
  // `reasonable`: the last round of the filter.
  RowInputs(const Job& job, const FilterRound& reasonable);

  // Of the rows of a step. How many reds its stage keeps, and how many of these rows are exact, decides which
  // rows there are, but not what is in them.
  InputsByRed of(const JobStage& stage, const KnownAnswers& known, std::span<const RowTask> row_tasks) const;

 private:
  std::uint64_t common_;  // to all rows of the job
};

}  // namespace tabiya::booksearch
