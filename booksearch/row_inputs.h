// What a row of the ladder is computed from, as one number that is stored with it.
//
// A job may be extended when rows of it are there: more reds are kept, or stages follow. A stored row then
// still holds if the extended job would compute it from the same: the same red, met by the same replies in
// the same order, to the same depth, with a table of the same size. Where it does not, as when the new reds
// have changed which answers are frequent, it is computed again; so the book is the one that the extended job
// makes from nothing.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>

#include "booksearch/fixed_point.h"
#include "booksearch/job.h"
#include "booksearch/stage_search.h"

namespace tabiya::booksearch {

// The inputs of the rows of one step, by the red.
using InputsByRed = std::unordered_map<SetupId, std::uint64_t>;

class RowInputs {
 public:
  // `reasonable`: the last round of the filter.
  RowInputs(const Job& job, const FilterRound& reasonable);

  // Of rows of a step: `shared` are its replies for all entrants, `examples` those whose answers are tried
  // against similar reds.
  InputsByRed of(const JobStage& stage, std::span<const SetupId> shared, std::span<const Answered> examples,
                 std::span<const Entrant> entrants) const;

 private:
  std::uint64_t common_;  // to all rows of the job
};

}  // namespace tabiya::booksearch
