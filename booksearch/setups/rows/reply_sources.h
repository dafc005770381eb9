// Where the replies come from that are tried against a red.
//
// Each source is an entry of one table: the setting of a stage that says how many replies it gives, what it
// learns from rows that are finished, and what it gives against a red. Everybody else goes through the table:
// job files (job_settings.h), the schedule that lets sources learn from step to step (schedule.h), and the
// search of rows (row_search.h). A source that is all of this needs a member of JobStage and an entry; what it
// has found, in KnownAnswers, travels to other processes and marks stored rows (row_inputs.h) by itself.
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

namespace tabiya::booksearch {

// What finished rows tell the sources, frozen for a step: so rows can be computed anywhere, in any order.
struct KnownAnswers {
  std::vector<SetupId> shared{};     // tried against every red
  std::vector<Answered> examples{};  // whose answers are tried against similar reds; in the order of the reds

  bool empty() const { return shared.empty() && examples.empty(); }
  void add(const KnownAnswers& more);
  // How many replies they add to a row of this stage, at most.
  std::size_t replies_per_row(const JobStage& stage) const {
    return shared.size() + (examples.empty() ? 0 : stage.near);
  }

  bool operator==(const KnownAnswers&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.shared, self.examples); }
};

// What the sources learn for the next step of a stage from `rows`: of the stage before, or of the stage itself.
// `met`: what all of its reds have met in its steps so far.
KnownAnswers new_answers(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met);

// The `count` most frequent answers of the rows; among equally frequent ones those with the smaller ids.
std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count);

// What replies to the rows of a pass depend on.
struct ReplyContext {
  const PairOracle& oracle;
  ReplyLists& lists;  // of the reasonable blues
  const JobStage& stage;
  const KnownAnswers& known;
};

// The replies of a source to the red of a task, in the order in which they are tried. Safe to share between
// threads. Empty for a source that has none in this pass.
using RepliesTo = std::function<std::vector<SetupId>(const RowTask&)>;

struct ReplySource {
  Setting<JobStage, std::uint32_t> amount;  // how many replies it gives
  // Adds to `news` what is new to `met`, as in new_answers(). Null for a source that learns nothing: what it
  // gives is tried in the first round of a stage, and never again.
  void (*learn)(const JobStage& stage, std::span<const Row> rows, const KnownAnswers& met,
                KnownAnswers& news);
  // Refers to the oracle and the lists, but to nothing else.
  RepliesTo (*prepare)(const ReplyContext& context);
  bool is_sifted = true;  // false: few and good replies; a later round of these alone needs no sieve
};

// In the order in which their replies are tried.
std::span<const ReplySource> reply_sources();

// The replies that are tried in a pass of rows. Safe to share between threads.
class ReplyCandidates {
 public:
  // Refers to the oracle and the lists of the context.
  explicit ReplyCandidates(const ReplyContext& context);

  // What is tried against the red, in this order: the reply that is known if there is one, then what the
  // sources give. Each once, and without those that `row_task` says have been tried.
  std::vector<SetupId> against(const RowTask& row_task) const;

  // Whether these go through the sieve of the stage, and which one that is (reply_sieve.h).
  bool are_sifted(const RowTask& row_task) const { return !row_task.red_value || later_rounds_are_sifted_; }
  std::uint32_t sieve() const { return sieve_; }

 private:
  struct Prepared {
    RepliesTo replies;
    bool learns = false;
  };
  std::vector<Prepared> sources_;
  std::uint32_t sieve_ = 0;
  bool later_rounds_are_sifted_ = false;
};

}  // namespace tabiya::booksearch
