// The ladder of a job: which reds are searched against which replies, step after step, from the setups that
// the filter left to the book. What comes next depends on the rows found so far and on nothing else: whoever
// computes them (pipeline.h), joins what several machines computed (shards.h) or only asks how far a job has
// come (job_status.h) climbs the same ladder.
//
// A stage has rounds. In its first one each red meets its own candidates: the statically best replies, and
// those shared ones that were the most frequent answers of the stage before. Then the most frequent answers
// of the stage itself that not every red has met yet are tried against every red; some reds change their
// answer; and so on until no new reply enters. This is the double oracle (McMahan, Gordon, Blum, ICML 2003)
// with only Blue's side growing: a reply that refutes one red is likely to refute its like, whatever the
// static evaluation says. So each red meets the answers to the reds nearest to it as well, once in a stage:
// those that the stage before has found, or, in the first stage, its own first round. The lists are frozen
// for a round, so that rows can be computed anywhere, in any order.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include "booksearch/drift.h"
#include "booksearch/fixed_point.h"
#include "booksearch/job.h"
#include "booksearch/row_inputs.h"
#include "booksearch/stage_cut.h"
#include "booksearch/stage_search.h"
#include "core/book/book.h"
#include "core/setup/value_origin.h"

namespace tabiya::booksearch {

// Whose rows are stored together: those of a round of a stage, or of a batch of the refinement
// (refinement.h). All are counted from 0; batches come after the stages of the longest ladder.
struct Step {
  std::size_t stage = 0;  // kMaxStages + its number for a batch
  std::size_t part = 0;   // the round of a stage; the depth of a batch, in plies

  static Step of_batch(std::size_t number, int depth) {
    return {kMaxStages + number, static_cast<std::size_t>(depth)};
  }
  int batch_depth() const { return static_cast<int>(part); }

  friend bool operator==(const Step&, const Step&) = default;
};

class Ladder {
 public:
  // `reasonable`: the last round of the filter. The job is sound: find_fault().
  Ladder(const Job& job, const FilterRound& reasonable);

  bool finished() const { return step_.stage == job_.stages.size(); }

  // What is to be done next, unless finished().
  Step step() const { return step_; }
  const JobStage& stage() const { return job_.stages[step_.stage]; }
  std::string step_name() const;  // "stage 2, depth 6", "stage 2, depth 6, round 2"
  std::span<const Entrant> entrants() const { return entrants_; }   // best first, but for the cut
  std::span<const SetupId> shared() const { return shared_; }       // replies for all of them
  std::span<const Answered> examples() const { return examples_; }  // whose answers near reds meet
  InputsByRed inputs() const { return row_inputs_.of(stage(), shared_, examples_, entrants_); }
  // Whether the own candidates of the entrants are searched, and not just further shared replies.
  bool searches_candidates() const { return !cut_.finished(); }

  // Takes the rows of the step, one for each entrant, in their order.
  void climb(std::vector<Row> rows);

  // Replaces rows of a finished stage by better founded ones of the same depth, which count their own nodes
  // and improvement alone. What came into the later stages stays as it is.
  void correct(std::size_t stage, std::span<const Row> rows);

  // Of the stages that are finished, the exact ones (stage_cut.h): best first, with the nodes of all rounds.
  const std::vector<std::vector<Row>>& stages() const { return stages_; }

  // Whether the row of a red tells of all that entered a finished stage, and not just of those that passed.
  bool is_representative(std::size_t stage, SetupId red) const;

  // Of the stage under way, best first: those of its finished rounds, and such as there are of this step.
  std::vector<Row> rows_so_far(std::span<const Row> of_step) const;

 private:
  void finish_round(std::vector<Row> rows);
  void begin_round(std::vector<SetupId> shared);
  void begin_stage();
  std::vector<SetupId> new_answers() const;

  const Job& job_;
  RowInputs row_inputs_;
  Step step_;
  std::vector<Entrant> entrants_;
  std::vector<SetupId> shared_;  // of the step
  std::vector<Answered> examples_;
  std::vector<SetupId> met_;  // by every red of the stage, in the steps before
  StageCut cut_;              // of the stage, before its rounds of shared replies
  std::vector<Row> rows_;     // of the finished rounds, in the order of the entrants
  std::vector<std::vector<Row>> stages_;
  std::vector<std::unordered_set<SetupId>> samples_;  // of the stages: reds; none where all are exact
};

// The `count` most frequent answers of the rows; among equally frequent ones those with the smaller ids.
std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count);

// What the stages of a ladder tell of the drift of values (drift.h).
std::vector<ValueChange> value_changes(const Job& job, const Ladder& ladder);

// Adds the two rows of a red to `data`, unless one of them is proven and cannot drift.
void add_value_change(const Row& before, int from, const Row& after, int to, std::vector<ValueChange>& data);

// The book of a ladder. Its entries are ordered stage by stage: first the reds that came into the deepest
// stage, by their values there, then those that came into the one before and no further, by their values
// there, and so on. Of a ladder that is not finished, `rows_so_far` count for the stage under way.
// Standard errors are those of the values against searches two plies deeper than the deepest stage, as far as
// the stages tell.
Book assemble_book(const Job& job, const Ladder& ladder, std::span<const Row> rows_so_far,
                   const ValueOrigin& origin, const std::string& maker);

}  // namespace tabiya::booksearch
