// Refinement uses the time that is left after the stages of a job (--budget).
//
// Nodes go where leaving things as they are is expected to cost most. Two things can be wrong with a red: its
// reply, which costs when an opponent plays that red, and its place in the book, which costs when we play the
// best one. The drift model (drift.h) says how far both may still move by the horizon, two plies beyond the
// deepest row:
// - the place of a red: the expected amount by which its value then exceeds that of the best red, and for the
//   best red that by which the second exceeds it: E max(0, x), x normal, the expected improvement of Bayesian
//   optimisation (Mockus 1975);
// - its reply: how much better replies have become when reds were deepened, times the chance of meeting that
//   red, taken as in proportion to 1 / its rank.
// Batches of the reds with the largest sums for each node that they cost are searched two plies deeper, as
// depths of one kind are compared best; then the model is fitted again. A red with less than kWorthwhile at
// stake is left alone, and when all are, the refinement ends by itself.
//
// A batch is chosen from the rows before it alone, so the rows after n batches depend on n and on nothing
// else. The book is ordered by the values that the model expects at the horizon: only so can values of
// different depths be compared.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "booksearch/setups/job/drift.h"
#include "booksearch/setups/job/schedule.h"

namespace tabiya::booksearch {

class Refinement {
 public:
  static constexpr double kWorthwhile = 1;   // logit x 10,000
  static constexpr std::size_t kBatch = 64;  // reds
  static constexpr int kDeeper = 2;          // plies

  // `schedule` is finished.
  Refinement(const Job& job, const Schedule& schedule);

  // True if nothing is worth deepening any longer.
  bool finished() const { return row_tasks_.empty(); }

  // The next batch. Batches are distinguished by their depth, too: a row counts for the depth that it was
  // searched to, whatever has changed since.
  Step step() const { return {batches_, static_cast<std::size_t>(stage_.depth), StepKind::kBatch}; }
  std::size_t batches() const { return batches_; }  // that are finished
  std::string step_name() const;                    // "refinement 3, depth 12"
  const JobStage& stage() const { return stage_; }
  std::span<const RowTask> row_tasks() const { return row_tasks_; }
  StepTask task() const { return {step(), step_name(), stage(), row_tasks(), known()}; }

  // Takes rows of the batch, all of them or as many as there are, and chooses the next one.
  void advance(std::span<const Row> rows);

  // Takes rows of a batch, or better replies that were given to the job, into the book. A row counts if its
  // red stands shallower, a reply if its red stands no deeper. The next batch is left unchanged. Replies tell
  // nothing of the drift, since they are there because values have changed.
  void take(const Step& step, std::span<const Row> rows);

  Book book(const ValueOrigin& origin, const std::string& maker) const;

 private:
  struct Standing {
    Row row;  // the deepest one
    int depth = 0;
  };

  KnownAnswers known() const;
  int horizon() const;
  void choose_batch();
  std::vector<double> expected_values(const DriftModel& model) const;
  std::vector<double> losses(const DriftModel& model) const;

  const Job& job_;
  std::vector<Standing> standings_;
  std::vector<ValueChange> data_;
  std::size_t batches_ = 0;
  JobStage stage_;                  // of the batch
  std::vector<RowTask> row_tasks_;  // of the batch
};

}  // namespace tabiya::booksearch
