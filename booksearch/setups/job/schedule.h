// The schedule of a job tells which reds are searched against which replies, step after step, from the setups
// that the filter left to the book. The next step depends on the rows found so far and on nothing else: the
// code that computes them (pipeline.h) and the code that only asks for a job's progress (job_status.h)
// advance the same schedule.
//
// A stage has rounds. In its first one each red meets its own candidates: the statically best replies, and
// those shared ones that were the most frequent answers of the stage before. Then the most frequent answers
// of the stage itself that not every red has met yet are tried against every red; some reds change their
// answer; and so on until no new reply enters. This is the double oracle (McMahan, Gordon, Blum, ICML 2003)
// with only Blue's side growing: a reply that refutes one red is likely to refute similar reds, whatever the
// static evaluation says. So each red meets the answers to the reds nearest to it as well, once in a stage:
// those that the stage before has found, or, in the first stage, its own first round. The lists are frozen
// for a round, so that rows can be computed anywhere, in any order.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/drift.h"
#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/steps.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/stage_cut.h"
#include "core/book/book.h"
#include "core/setup/value_origin.h"

namespace tabiya::booksearch {

class Schedule {
 public:
  // `reasonable` is the last round of the filter. The job is sound: find_fault().
  Schedule(const Job& job, const FilterRound& reasonable);

  bool finished() const { return step_.number == job_.stages.size(); }

  // These describe the next step, unless finished().
  Step step() const { return step_; }
  const JobStage& stage() const { return job_.stages[step_.number]; }
  std::string step_name() const;  // "stage 2, depth 6", "stage 2, depth 6, round 2"
  std::span<const RowTask> row_tasks() const { return row_tasks_; }  // best first, except for the cut
  const KnownAnswers& known() const { return known_; }               // to other reds
  InputsByRed inputs() const { return row_inputs_.of(stage(), known_, row_tasks_); }
  StepTask task() const { return {step(), step_name(), stage(), row_tasks(), known(), inputs()}; }
  // True if the own candidates of the row_tasks are searched, and not just further shared replies.
  bool searches_candidates() const { return !cut_.finished(); }

  // Takes the rows of the step, one for each row_task, in their order.
  void advance(std::vector<Row> rows);

  // Returns the exact rows (stage_cut.h) of the finished stages: best first, with the nodes of all rounds.
  const std::vector<std::vector<Row>>& stages() const { return stages_; }

  // True if the row of a red represents all reds that entered a finished stage, and not just those that
  // passed.
  bool is_representative(std::size_t stage, SetupId red) const;

  // Returns the rows of the stage under way, best first: those of its finished rounds, and the rows so far of
  // this step.
  std::vector<Row> rows_so_far(std::span<const Row> of_step) const;

 private:
  void finish_round(std::vector<Row> rows);
  void begin_round();
  void begin_stage();

  const Job& job_;
  RowInputs row_inputs_;
  Step step_;
  std::vector<RowTask> row_tasks_;
  KnownAnswers known_;     // in this step
  KnownAnswers met_;       // by every red of the stage, in the steps before
  StageCut cut_;           // of the stage, before its further rounds
  std::vector<Row> rows_;  // of the finished rounds, in the order of the row_tasks
  std::vector<std::vector<Row>> stages_;
  std::vector<std::unordered_set<SetupId>> samples_;  // of the stages: reds; none if all are exact
};

// Returns the changes of value between the stages of a schedule, for the drift model (drift.h).
std::vector<ValueChange> value_changes(const Job& job, const Schedule& schedule);

// Adds the two rows of a red to `data`, unless one of them is proven and cannot drift.
void add_value_change(const Row& before, int from, const Row& after, int to, std::vector<ValueChange>& data);

// Returns the book of a schedule. Its entries are ordered stage by stage: first the reds that came into the
// deepest stage, by their values there, then those that came into the one before and no further, by their
// values there, and so on. If the schedule is not finished, `rows_so_far` count for the stage under way.
// Values are those of the rows, without errors: see ValueCalibration.
Book assemble_book(const Job& job, const Schedule& schedule, std::span<const Row> rows_so_far,
                   const ValueOrigin& origin, const std::string& maker);

// Returns the cost of the stages after the one under way, in rows of the step under way: the number of such
// rows that would take as long. The cost of a row is taken to be in proportion to its candidates, and to grow
// with every ply by the factor by which it has grown in the stages that are finished, or by a usual one if
// there is only one. It is 0 in the last stage. Further rounds of the stages are not predicted.
double rows_to_come(const Job& job, const Schedule& schedule);

}  // namespace tabiya::booksearch
