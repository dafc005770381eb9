// The sources of the replies that are tried against a red.
//
// Each source is an entry of one table: the setting of a stage that says how many replies it gives, a
// function that learns from finished rows, and one that gives replies to a red. All other code goes through
// the table: job files (job_settings.h), the schedule that lets sources learn from step to step (schedule.h),
// and the search of rows (row_search.h). A new source needs a member of JobStage and an entry. Its findings,
// in KnownAnswers, travel to other processes and mark stored rows (setups/job/steps.h) by themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "booksearch/setups/rows/job_stage.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/setups/rows/static_order.h"
#include "booksearch/work/setting.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// The answers to similar reds: likely answers to a red, learned from finished rows.
//
// A reply that is best against one red is often best against reds that differ from it in few places, whatever
// the static evaluation says (README.md). Distance is the number of places in which the names of two setups
// differ; a row stands for its mirror image as well. Threads may share it.
class NearAnswers {
 public:
  // The order of the examples, each red once, decides between reds at the same distance.
  NearAnswers(const SetupSpace& reds, const SetupSpace& blues, std::span<const Answered> examples);

  // Returns the first `count` different answers, those to the nearest reds first; fewer if there are no more.
  // Answers to the red itself or to its mirror image do not count.
  std::vector<SetupId> of(SetupId red, std::size_t count) const;

 private:
  const SetupSpace& reds_;
  std::vector<Answered> examples_;  // and their mirror images
  std::size_t width_ = 0;           // letters of the longest name
  std::vector<char> names_;         // of the reds, one after the other
};

// The answers that the sources know from finished rows. They are frozen for a step, so that rows can be
// computed anywhere, in any order.
struct KnownAnswers {
  std::vector<SetupId> shared{};     // tried against every red
  std::vector<Answered> examples{};  // whose answers are tried against similar reds; in the order of the reds

  bool empty() const { return shared.empty() && examples.empty(); }
  void add(const KnownAnswers& more);
  // Returns how many replies they add to a row of this stage, at most.
  std::size_t replies_per_row(const JobStage& stage) const {
    return shared.size() + (examples.empty() ? 0 : stage.near);
  }

  bool operator==(const KnownAnswers&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.shared, self.examples); }
};

// Returns what the sources learn for the next step of a stage from `rows`, which belong to the stage before
// or to the stage itself. `met` holds the answers that all reds of the stage have met in its steps so far.
KnownAnswers new_answers(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met);

// Returns the `count` most frequent answers of the rows; among equally frequent ones, those with the smaller
// ids.
std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count);

// The context on which the replies to the rows of a pass depend.
struct ReplyContext {
  const PairOracle& oracle;
  ReplyLists& lists;  // of the reasonable blues
  const JobStage& stage;
  const KnownAnswers& known;
};

// Returns the replies of a source to the red of a task, in the order in which they are tried. Threads may
// share it. It is empty for a source that has no replies in this pass.
using RepliesTo = std::function<std::vector<SetupId>(const RowTask&)>;

struct ReplySource {
  Setting<JobStage, std::uint32_t> amount;  // how many replies it gives
  // Adds to `news` the answers that are new to `met`, as in new_answers(). It is null for a source that
  // learns nothing: its replies are tried in the first round of a stage, and never again.
  void (*learn)(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met,
                KnownAnswers& news);
  // Prepares the replies for a pass. The result refers to the oracle and the lists, but to nothing else.
  RepliesTo (*prepare)(const ReplyContext& context);
  bool is_sifted = true;  // false: few and good replies; a later round of these alone needs no sieve
};

// Returns the sources in the order in which their replies are tried.
std::span<const ReplySource> reply_sources();

// The replies that are tried in a pass of rows. Threads may share it.
class ReplyCandidates {
 public:
  // It refers to the oracle and the lists of the context.
  explicit ReplyCandidates(const ReplyContext& context);

  // Returns the replies to try against the red, in this order: the known reply, if there is one, then the
  // replies of the sources. Each comes once, and those that `row_task` says have been tried are left out.
  std::vector<SetupId> against(const RowTask& row_task) const;

  // `are_sifted()` tells if these replies go through the sieve of the stage, `sieve()` its allowance (reply_sieve.h), and
  // `survivors()` how many it leaves at most.
  bool are_sifted(const RowTask& row_task) const { return !row_task.red_value || later_rounds_are_sifted_; }
  std::uint32_t sieve() const { return sieve_; }
  std::size_t survivors() const { return survivors_; }

 private:
  struct Prepared {
    RepliesTo replies;
    bool learns = false;
  };
  std::vector<Prepared> sources_;
  std::uint32_t sieve_ = 0;
  std::size_t survivors_ = 0;
  bool later_rounds_are_sifted_ = false;
};

}  // namespace tabiya::booksearch
