#include "booksearch/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "booksearch/deepening.h"
#include "booksearch/fixed_point.h"
#include "booksearch/ladder.h"
#include "booksearch/refinement.h"

namespace tabiya::booksearch {
namespace {

template <class... Args>
std::string format(const char* pattern, Args... args) {
  char text[200];
  std::snprintf(text, sizeof text, pattern, args...);
  return text;
}

class Pipeline {
 public:
  Pipeline(const Job& job, const PairOracle& oracle, JobStore& store, const PipelineOptions& options,
           const Control& control)
      : job_(job), oracle_(oracle), store_(store), options_(options), control_(control) {}

  Result<Outcome> run() {
    if (auto status = check_job(); !status) return status.error();
    if (auto status = find_reasonable_setups(); !status) return status.error();
    Status status = climb_ladder();
    if (status && missing_.empty()) status = try_extra_replies();
    if (status && missing_.empty() && options_.refine) status = refine();
    const bool time_is_over =
        !status && status.error().code == ErrorCode::kStopped && options_.refine && !control_.interrupted();
    if (!status && !time_is_over) return status.error();
    if (!missing_.empty()) return Outcome{std::nullopt, missing_};
    return make_book();
  }

 private:
  // Of the ladder, or of the refinement after it.
  struct Task {
    Step step;
    std::string name;
    Stage stage;
    std::span<const Entrant> entrants;
    std::vector<SetupId> shared;
  };

  Status check_job() const;
  Status find_reasonable_setups();
  Status adopt_filter_rounds();
  Status climb_ladder();
  Status try_extra_replies();
  Status refine();
  Result<StepRows> compute(const Task& task);
  Result<std::vector<Row>> compute_own(const Task& task);
  Result<std::vector<Row>> rows_of_others(const Step& step);
  Result<Outcome> make_book();

  Status check_stored(const FilterRound& round) const;
  Status check_stored(std::span<const Row> rows) const;
  void begin_pass() { pass_start_ = std::chrono::steady_clock::now(); }
  void end_pass(std::string name, std::string outcome) const;

  const Job& job_;
  const PairOracle& oracle_;
  JobStore& store_;
  const PipelineOptions& options_;
  const Control& control_;

  std::vector<SetupId> reasonable_;    // blues, mirrors included, ascending
  std::optional<ReplyLists> replies_;  // once these are known
  std::optional<Ladder> ladder_;       // likewise
  std::optional<Refinement> refinement_;
  std::string missing_;  // rows of other shards that the next step needs
  std::chrono::steady_clock::time_point pass_start_;
};

Status Pipeline::check_job() const {
  if (const auto fault = find_fault(job_)) return invalid(fault->key + ": " + fault->message);
  if (job_.game != oracle_.reds().game()) return invalid("game: the job is of '" + job_.game + "'");
  return ok_status();
}

Status Pipeline::find_reasonable_setups() {
  begin_pass();
  if (auto status = adopt_filter_rounds(); !status) return status;
  Result<std::vector<FilterRound>> finished = store_.rounds();
  if (!finished) return finished.error();
  for (const FilterRound& round : *finished) {
    if (auto status = check_stored(round); !status) return status;
  }

  std::size_t number = finished->size();
  const auto on_round = [&](const FilterRound& round) {
    end_pass(format("filter round %zu", number + 1),
             format("%zu setups stand, %.1f %% of them were in the pool; %.1f M pairs", round.kept.size(),
                    100 * round.overlap(), static_cast<double>(round.pairs) / 1e6));
    begin_pass();
    return store_.add_round(number++, round);
  };
  const Result<std::vector<FilterRound>> rounds =
      find_fixed_point(oracle_, job_.filter(), std::move(*finished), on_round, control_);
  if (!rounds) return rounds.error();

  const FilterRound& last = rounds->back();
  reasonable_ = with_mirrors(oracle_.blues(), kept_setups(last));
  replies_.emplace(oracle_, reasonable_);
  ladder_.emplace(job_, last);
  return ok_status();
}

// Those that another shard has finished, and this one not yet.
Status Pipeline::adopt_filter_rounds() {
  for (ShardFile& other : options_.others) {
    const Result<std::vector<FilterRound>> own = store_.rounds();
    if (!own) return own.error();
    const Result<std::vector<FilterRound>> theirs = other.store.rounds();
    if (!theirs) return Error{theirs.error().code, other.path + ": " + theirs.error().message, {}};
    const std::size_t common = std::min(own->size(), theirs->size());
    if (!std::equal(own->begin(), own->begin() + static_cast<std::ptrdiff_t>(common), theirs->begin()))
      return invalid(other.path + ": its filter left other setups than that of this shard");
    for (std::size_t round = common; round < theirs->size(); ++round) {
      if (auto status = store_.add_round(round, (*theirs)[round]); !status) return status;
    }
  }
  return ok_status();
}

Status Pipeline::climb_ladder() {
  while (!ladder_->finished()) {
    const std::span<const SetupId> shared = ladder_->shared();
    const Task task{ladder_->step(),
                    ladder_->step_name(),
                    ladder_->stage(),
                    ladder_->entrants(),
                    {shared.begin(), shared.end()}};
    const Result<StepRows> rows = compute(task);
    if (!rows) return rows.error();
    const std::string missing = describe_missing(rows->missing(task.entrants, options_.shard.count));
    if (!missing.empty()) {
      missing_ = task.name + ": " + missing;
      return ok_status();
    }
    ladder_->climb(rows->in_order_of(task.entrants));
  }
  return ok_status();
}

Status Pipeline::try_extra_replies() {
  if (options_.extra_replies.empty()) return ok_status();
  std::unordered_set<SetupId> deeper;  // reds of later stages
  for (std::size_t stage = job_.stages.size(); stage-- > 0;) {
    begin_pass();
    std::vector<Entrant> entrants;
    for (const Row& row : ladder_->stages()[stage]) {
      if (deeper.insert(row.red).second) entrants.push_back({row.red, row.reply, row.red_value});
    }
    const Stage& settings = job_.stages[stage];
    const std::string name = format("extra replies, depth %d", settings.depth);
    const StageTask task{
        settings, name, entrants, *replies_, {}, std::size_t{job_.table_mib} << 20, options_.extra_replies};
    const auto rows = run_stage(
        oracle_, task, [](const Row&) { return ok_status(); }, control_);
    if (!rows) return rows.error();
    const auto better = std::ranges::count_if(*rows, [](const Row& row) { return row.improvement > 0; });
    end_pass(name, format("%zd of %zu reds have a better reply", better, entrants.size()));
    ladder_->correct(stage, *rows);
  }
  return ok_status();
}

Status Pipeline::refine() {
  refinement_.emplace(job_, *ladder_);
  while (!refinement_->finished()) {
    const Task task{refinement_->step(), refinement_->step_name(), refinement_->stage(),
                    refinement_->entrants(), refinement_->shared()};
    const Result<StepRows> rows = compute(task);
    if (!rows) return rows.error();
    refinement_->climb(rows->in_order_of(task.entrants));
  }
  return ok_status();
}

Result<StepRows> Pipeline::compute(const Task& task) {
  begin_pass();
  const Result<std::vector<Row>> own = compute_own(task);
  if (!own) return own.error();
  const Result<std::vector<Row>> of_others = rows_of_others(task.step);  // by now
  if (!of_others) return of_others.error();
  StepRows rows;
  for (const auto* some : {&*own, &*of_others}) {
    if (auto status = rows.add(*some); !status) return status.error();
  }
  std::uint64_t nodes = 0;
  Score best = -kInfiniteScore;
  for (const Row& row : *own) {
    nodes += row.nodes;
    best = std::max(best, row.red_value);
  }
  end_pass(task.name, format("%zu reds, the best at %+.3f; %.1f M nodes", own->size(), best / 1e4,
                             static_cast<double>(nodes) / 1e6));
  return rows;
}

Result<std::vector<Row>> Pipeline::compute_own(const Task& task) {
  Result<std::vector<Row>> finished = store_.rows(task.step);
  if (!finished) return finished.error();
  if (auto status = check_stored(*finished); !status) return status.error();
  const Result<std::vector<Row>> of_others = rows_of_others(task.step);
  if (!of_others) return of_others.error();
  finished->insert(finished->end(), of_others->begin(), of_others->end());

  std::vector<Entrant> entrants;
  for (std::size_t place = 0; place < task.entrants.size(); ++place) {
    if (options_.shard.computes(place)) entrants.push_back(task.entrants[place]);
  }
  const StageTask stage_task{
      task.stage, task.name, entrants, *replies_, *finished, std::size_t{job_.table_mib} << 20, task.shared};
  const auto on_row = [&](const Row& row) { return store_.add_row(task.step, row); };
  Result<std::vector<Row>> rows = run_stage(oracle_, stage_task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status.error();
  return rows;
}

Result<std::vector<Row>> Pipeline::rows_of_others(const Step& step) {
  std::vector<Row> rows;
  for (ShardFile& other : options_.others) {
    const Result<std::vector<Row>> stored = other.store.rows(step);
    const Status status = stored ? check_stored(*stored) : stored.error();
    if (!status) return Error{status.error().code, other.path + ": " + status.error().message, {}};
    rows.insert(rows.end(), stored->begin(), stored->end());
  }
  return rows;
}

// Of all that has been found, also in a step that the end of the time cut short.
Result<Outcome> Pipeline::make_book() {
  const Step step = refinement_ ? refinement_->step() : ladder_->step();
  const Result<std::vector<Row>> rows = store_.rows(step);
  if (!rows) return rows.error();
  Book book;
  if (refinement_) {
    if (!refinement_->finished()) refinement_->climb(*rows);
    book = refinement_->book(oracle_.origin(), options_.maker);
  } else {
    book = assemble_book(job_, *ladder_, ladder_->rows_so_far(*rows), oracle_.origin(), options_.maker);
  }
  if (book.entries.empty()) return Error{ErrorCode::kStopped, "no red has been searched yet", {}};
  return Outcome{std::move(book), {}};
}

Status Pipeline::check_stored(const FilterRound& round) const {
  for (const FilteredRed& red : round.kept) {
    if (red.red >= oracle_.reds().count() || red.refuter >= oracle_.blues().count()) {
      return corrupt("a filter round of the job holds a setup that the game does not have");
    }
  }
  if (round.kept.empty()) return corrupt("a filter round of the job holds no setups");
  return ok_status();
}

Status Pipeline::check_stored(std::span<const Row> rows) const {
  for (const Row& row : rows) {
    if (row.red >= oracle_.reds().count() || row.reply >= oracle_.blues().count())
      return corrupt("a row of the job holds a setup that the game does not have");
  }
  return ok_status();
}

void Pipeline::end_pass(std::string name, std::string outcome) const {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - pass_start_;
  if (options_.on_pass) options_.on_pass({std::move(name), seconds.count(), std::move(outcome)});
}

}  // namespace

Result<Outcome> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                           const PipelineOptions& options, const Control& control) {
  return Pipeline(job, oracle, store, options, control).run();
}

}  // namespace tabiya::booksearch
