// The steps of a job: rows that are searched with the same replies, to the same depth, and stored together.
//
// A step depends on the rows of the steps before it, and on nothing else. So all code that deals with a job
// follows its steps in the same way. Only the source of the rows differs: they are searched (pipeline.h), or
// only counted (job_status.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/job.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/row_search.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// The inputs from which a row of the schedule is computed are one number that is stored with the row. A job with
// finished rows may be extended: more reds are kept, or stages follow. A stored row is still valid if the
// extended job would compute it from the same inputs: the same red, met by the same replies in the same order, to
// the same depth, with a table of the same size. Otherwise, as when the new reds have changed which answers are
// frequent, it is computed again. So the book is the one that the extended job makes from nothing.

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

enum class StepKind : std::uint8_t {
  kRound,    // of a stage of the schedule (schedule.h)
  kBatch,    // of the refinement after it (refinement.h)
  kReplies,  // better replies that were given to the job (judged_replies.h), of one depth
  kLooks,    // deeper looks at entries of one depth (deeper_looks.h)
};

// A step. Stages, rounds and batches are counted from 0.
struct Step {
  std::size_t number = 0;  // of the stage, or of the batch; 1 of the deepest looks, 0 of others
  std::size_t part = 0;    // the round of the stage; otherwise the depth, in plies
  StepKind kind = StepKind::kRound;

  friend bool operator==(const Step&, const Step&) = default;
};

// The task of a step.
struct StepTask {
  Step step{};
  std::string name{};  // "stage 2, depth 6, round 2"
  JobStage stage{};
  std::span<const RowTask> row_tasks{};
  KnownAnswers known{};                 // to other reds
  std::optional<InputsByRed> inputs{};  // of the rows; none in the refinement, whose rows count in any case
};

// Returns the rows of these row_tasks, in their order; tasks whose row is missing have none.
std::vector<Row> in_order_of(std::span<const RowTask> row_tasks, std::span<const Row> rows);

// Goes through the steps of a Schedule or a Refinement, from its present one. `rows_of(task)` returns the
// rows of a step, or as many as there are. It ends with the last step, or at the first step that lacks rows;
// then it returns the rows that this step has, in the order of its tasks.
template <class Steps, class RowsOf>
Result<std::optional<std::vector<Row>>> follow(Steps& steps, const RowsOf& rows_of) {
  while (!steps.finished()) {
    const StepTask task = steps.task();
    const Result<std::vector<Row>> found = rows_of(task);
    if (!found) return found.error();
    std::vector<Row> rows = in_order_of(task.row_tasks, *found);
    if (rows.size() < task.row_tasks.size()) return std::optional(std::move(rows));
    steps.advance(std::move(rows));
  }
  return std::optional<std::vector<Row>>();
}

}  // namespace tabiya::booksearch
