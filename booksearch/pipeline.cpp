#include "booksearch/pipeline.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include "booksearch/fixed_point.h"
#include "booksearch/forecast.h"
#include "booksearch/ladder.h"
#include "booksearch/refinement.h"
#include "booksearch/stage_search.h"

namespace tabiya::booksearch {
namespace {

StagePass summary(std::span<const Row> rows, std::size_t total, std::size_t known) {
  StagePass pass{rows.size(), total, known, 0, {}};
  for (const Row& row : rows) {
    pass.nodes += row.nodes;
    pass.best = std::max(pass.best.value_or(row.red_value), row.red_value);
  }
  return pass;
}

class Pipeline {
 public:
  Pipeline(const Job& job, const PairOracle& oracle, JobStore& store, const PipelineOptions& options,
           const Control& control)
      : job_(job), oracle_(oracle), store_(store), options_(options), control_(control) {}

  Result<BookOrMissingRows> run() {
    if (auto status = check_job(); !status) return status.error();
    if (auto status = find_reasonable_setups(); !status) return status.error();
    const Result<SearchEnd> end = search_reds();
    if (!end) return end.error();
    if (*end == SearchEnd::kWaitsForShards) return BookOrMissingRows(missing_);
    if (*end == SearchEnd::kTimeIsOver) {
      if (auto status = tell_of_unfinished_step(); !status) return status.error();
    }
    Result<Book> book = make_book();
    if (!book) return book.error();
    return BookOrMissingRows(*std::move(book));
  }

 private:
  // How the search ends, other than by an error.
  enum class SearchEnd {
    kAllIsSearched,
    kWaitsForShards,  // whose rows are missing_
    kTimeIsOver,      // of a run with a budget, which makes its book of what there is
  };

  // Of the ladder, or of the refinement after it.
  struct Task {
    Step step;
    std::string name;
    JobStage stage;
    std::span<const Entrant> entrants;
    std::vector<SetupId> shared;
    std::span<const Answered> examples{};
    std::optional<InputsByRed> inputs{};  // of the ladder; rows of the refinement count in any case
    std::optional<double> later{};        // rows that other steps will take as long as
  };
  struct OwnRows {
    std::vector<Row> rows;
    std::size_t known = 0;  // of these, before they were computed
  };

  Status check_job() const;
  Status find_reasonable_setups();
  Status adopt_filter_rounds();
  Result<SearchEnd> search_reds();
  Result<SearchEnd> climb_ladder();
  Status try_extra_replies();
  Status refine();
  Status take_refinement();
  Result<StepRows> compute(const Task& task);
  Result<OwnRows> compute_own(const Task& task);
  Result<std::vector<Row>> rows_of_others(const Task& task);
  Status tell_of_unfinished_step();
  Result<Book> make_book();

  void end_step(const std::string& name, std::span<const Row> stored,
                std::span<const Entrant> entrants) const;
  static Result<std::vector<Row>> stored_rows(JobStore& store, const Task& task) {
    return task.inputs ? store.rows(task.step, *task.inputs) : store.rows(task.step);
  }
  Status check_stored(const FilterRound& round) const;
  Status check_stored(std::span<const Row> rows) const;
  void begin_pass() { pass_start_ = std::chrono::steady_clock::now(); }
  template <class Pass>
  void end_pass(const std::string& name, const Pass& found) const;

  const Job& job_;
  const PairOracle& oracle_;
  JobStore& store_;
  const PipelineOptions& options_;
  const Control& control_;

  std::vector<SetupId> reasonable_;    // blues, mirrors included, ascending
  std::optional<ReplyLists> replies_;  // once these are known
  std::optional<Ladder> ladder_;       // likewise
  std::optional<Refinement> refinement_;
  MissingRows missing_;  // rows of other shards that the next step needs
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
    end_pass("filter round " + std::to_string(number + 1),
             FilterPass{round.kept.size(), round.overlap(), round.pairs});
    begin_pass();
    return store_.add_round(number++, round);
  };
  const Result<std::vector<FilterRound>> rounds =
      find_fixed_point(oracle_, job_.filter(), std::move(*finished), on_round, control_);
  if (!rounds) return rounds.error();

  const FilterRound& last = rounds->back();
  reasonable_ = reasonable_blues(oracle_, job_.filter(), last);
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

Result<Pipeline::SearchEnd> Pipeline::search_reds() {
  const Result<SearchEnd> climbed = climb_ladder();
  if (climbed && *climbed == SearchEnd::kWaitsForShards) return climbed;
  Status status = climbed ? ok_status() : Status(climbed.error());
  if (status) status = try_extra_replies();
  if (status && options_.refine) status = refine();
  if (status) return SearchEnd::kAllIsSearched;
  const bool is_stopped = status.error().code == ErrorCode::kStopped;
  if (is_stopped && options_.refine && !control_.interrupted()) return SearchEnd::kTimeIsOver;
  return status.error();
}

Result<Pipeline::SearchEnd> Pipeline::climb_ladder() {
  while (!ladder_->finished()) {
    const std::span<const SetupId> shared = ladder_->shared();
    const Task task{ladder_->step(),
                    ladder_->step_name(),
                    ladder_->stage(),
                    ladder_->entrants(),
                    {shared.begin(), shared.end()},
                    ladder_->examples(),
                    ladder_->inputs(),
                    rows_to_come(job_, *ladder_) / options_.shard.count};
    const Result<StepRows> rows = compute(task);
    if (!rows) return rows.error();
    missing_ = describe_missing(rows->missing(task.entrants, options_.shard.count));
    if (!missing_.shards.empty()) {
      missing_.text = task.name + ": " + missing_.text;
      return SearchEnd::kWaitsForShards;
    }
    ladder_->climb(rows->in_order_of(task.entrants));
  }
  return SearchEnd::kAllIsSearched;
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
    const JobStage& settings = job_.stages[stage];
    const std::string name = "extra replies, depth " + std::to_string(settings.depth);
    const StageTask task{
        settings, name, entrants, *replies_, {}, std::size_t{job_.table_mib} << 20, options_.extra_replies};
    const auto rows = run_stage(
        oracle_, task, [](const Row&) { return ok_status(); }, control_);
    if (!rows) return rows.error();
    const auto improved = std::ranges::count_if(*rows, [](const Row& row) { return row.improvement > 0; });
    end_pass(name, ReplyPass{entrants.size(), static_cast<std::size_t>(improved)});
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

// Every row that was stored beyond the ladder counts in the book, whichever run has searched it, and for
// whatever batch.
Status Pipeline::take_refinement() {
  const Result<std::vector<Step>> steps = store_.steps_from(kMaxStages);
  if (!steps) return steps.error();
  // A run whose time was over before the first such row has found what one without a budget has.
  if (steps->empty()) refinement_.reset();
  if (!refinement_ && !steps->empty()) refinement_.emplace(job_, *ladder_);
  for (const Step& step : *steps) {
    const Result<std::vector<Row>> rows = store_.rows(step);
    if (auto status = rows ? check_stored(*rows) : rows.error(); !status) return status;
    refinement_->take(*rows, step.batch_depth());
  }
  return ok_status();
}

Result<StepRows> Pipeline::compute(const Task& task) {
  begin_pass();
  const Result<OwnRows> own = compute_own(task);
  if (!own) return own.error();
  const Result<std::vector<Row>> of_others = rows_of_others(task);  // by now
  if (!of_others) return of_others.error();
  StepRows rows;
  for (const auto* some : {&own->rows, &*of_others}) {
    if (auto status = rows.add(*some); !status) return status.error();
  }
  end_pass(task.name, summary(own->rows, own->rows.size(), own->known));
  return rows;
}

Result<Pipeline::OwnRows> Pipeline::compute_own(const Task& task) {
  Result<std::vector<Row>> finished = stored_rows(store_, task);
  if (!finished) return finished.error();
  if (auto status = check_stored(*finished); !status) return status.error();
  const Result<std::vector<Row>> of_others = rows_of_others(task);
  if (!of_others) return of_others.error();
  finished->insert(finished->end(), of_others->begin(), of_others->end());

  StepRows known;
  if (auto status = known.add(*finished); !status) return status.error();
  std::vector<Entrant> entrants;
  for (std::size_t place = 0; place < task.entrants.size(); ++place) {
    if (options_.shard.computes(place)) entrants.push_back(task.entrants[place]);
  }
  const StageTask stage_task{task.stage,  task.name,     entrants,
                             *replies_,   *finished,     std::size_t{job_.table_mib} << 20,
                             task.shared, task.examples, task.later};
  const auto on_row = [&](const Row& row) {
    return store_.add_row(task.step, row, task.inputs ? task.inputs->at(row.red) : 0);
  };
  Result<std::vector<Row>> rows = run_stage(oracle_, stage_task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status.error();
  if (!rows) return rows.error();
  return OwnRows{std::move(*rows), known.in_order_of(entrants).size()};
}

Result<std::vector<Row>> Pipeline::rows_of_others(const Task& task) {
  std::vector<Row> rows;
  for (ShardFile& other : options_.others) {
    const Result<std::vector<Row>> stored = stored_rows(other.store, task);
    const Status status = stored ? check_stored(*stored) : stored.error();
    if (!status) return Error{status.error().code, other.path + ": " + status.error().message, {}};
    rows.insert(rows.end(), stored->begin(), stored->end());
  }
  return rows;
}

// Of the step that the end of the time cut short; replies from outside may have been cut short instead.
Status Pipeline::tell_of_unfinished_step() {
  if (!refinement_ && ladder_->finished()) return ok_status();
  const Result<std::vector<Row>> rows =
      refinement_ ? store_.rows(refinement_->step()) : store_.rows(ladder_->step(), ladder_->inputs());
  if (!rows) return rows.error();
  if (refinement_) {
    end_step(refinement_->step_name(), *rows, refinement_->entrants());
  } else {
    end_step(ladder_->step_name(), *rows, ladder_->entrants());
  }
  return ok_status();
}

// Of all that has been found, also in a step that was cut short.
Result<Book> Pipeline::make_book() {
  std::vector<Row> rows;
  if (ladder_->finished()) {
    if (auto status = take_refinement(); !status) return status.error();
  } else {
    const Result<std::vector<Row>> stored = store_.rows(ladder_->step(), ladder_->inputs());
    if (!stored) return stored.error();
    rows = ladder_->rows_so_far(*stored);
  }
  Book book = refinement_ ? refinement_->book(oracle_.origin(), options_.maker)
                          : assemble_book(job_, *ladder_, rows, oracle_.origin(), options_.maker);
  if (book.entries.empty()) return Error{ErrorCode::kStopped, "no red has been searched yet", {}};
  return book;
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

void Pipeline::end_step(const std::string& name, std::span<const Row> stored,
                        std::span<const Entrant> entrants) const {
  StepRows rows;
  if (!rows.add(stored)) return;
  end_pass(name, summary(rows.in_order_of(entrants), entrants.size(), 0));
}

template <class Pass>
void Pipeline::end_pass(const std::string& name, const Pass& found) const {
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - pass_start_;
  if (options_.on_pass) options_.on_pass({name, seconds.count(), found});
}

}  // namespace

Result<BookOrMissingRows> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                                     const PipelineOptions& options, const Control& control) {
  return Pipeline(job, oracle, store, options, control).run();
}

}  // namespace tabiya::booksearch
