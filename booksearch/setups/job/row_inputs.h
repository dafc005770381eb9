// The inputs from which a row of the schedule is computed, as one number that is stored with the row.
//
// A job with finished rows may be extended: more reds are kept, or stages follow. A stored row is still valid
// if the extended job would compute it from the same inputs: the same red, met by the same replies in the
// same order, to the same depth, with a table of the same size. Otherwise, as when the new reds have changed
// which answers are frequent, it is computed again. So the book is the one that the extended job makes from
// nothing.
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
  // `reasonable` is the last round of the filter.
  RowInputs(const Job& job, const FilterRound& reasonable);

  // Returns the inputs of a step's rows. The numbers of reds that its stage keeps, and of rows that are
  // exact, decide which rows there are, but not what is in them.
  InputsByRed of(const JobStage& stage, const KnownAnswers& known, std::span<const RowTask> row_tasks) const;

 private:
  std::uint64_t common_;  // to all rows of the job
};

}  // namespace tabiya::booksearch
