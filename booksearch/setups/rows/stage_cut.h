// The cut of a stage decides which rows are searched to the end: all, or those that may pass the cut after
// it.
//
// A red that the next stage does not take needs no exact minimum: one reply that brings it below the cut is
// enough, and the first one tried usually does. A sample of the stage's reds, drawn evenly from their order
// and searched to the end, predicts where the cut will be; the others are searched until a reply brings them
// below it. If too many of them fell, the cut is lowered, and their searches continue. So the reds that pass,
// and their rows, are those of a stage in which all rows are exact. Such a stage may only find other replies
// frequent, or offer others to similar reds (schedule.h). That a bad red needs no exact value is an old idea:
// see the filter.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "booksearch/setups/rows/row_search.h"

namespace tabiya::booksearch {

class StageCut {
 public:
  StageCut() = default;  // of no reds: finished
  // `row_tasks` are in order, best first. At least `wanted` of them, or all if they are fewer, are searched
  // to the end.
  StageCut(std::vector<RowTask> row_tasks, std::size_t wanted);

  // True if every red either has an exact row or is known to be below the cut.
  bool finished() const { return row_tasks_.empty(); }

  // Returns the row_tasks of the next step.
  std::span<const RowTask> row_tasks() const { return row_tasks_; }

  // Takes the rows of a step, one for each row_task, in their order.
  void take(std::span<const Row> rows);

  // True if a row of this step is exact, and not just known to be below the cut.
  bool is_exact(const Row& row) const { return !cutoff_ || row.red_value >= *cutoff_; }

  // Returns the exact rows so far, in the order in which they were found.
  const std::vector<Row>& rows() const { return rows_; }

  // Returns the reds that were drawn as a sample; none if all are searched to the end.
  std::span<const SetupId> sample() const { return sample_; }

 private:
  void foresee_cut();
  void begin_step(std::vector<RowTask> row_tasks);

  std::size_t wanted_ = 0;
  std::size_t all_ = 0;               // row_tasks of the stage
  std::vector<RowTask> row_tasks_;    // of this step
  std::vector<RowTask> waiting_;      // for a step after the sample's
  std::optional<Score> cutoff_;       // of this step
  std::vector<SetupId> sample_;       // its reds
  std::vector<Score> sample_values_;  // best first
  std::size_t place_of_cut_ = 0;      // among these
  std::vector<Row> rows_;
};

}  // namespace tabiya::booksearch
