#include "booksearch/setups/job/pipeline.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>
#include <vector>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/forecast.h"
#include "booksearch/setups/job/refinement.h"
#include "booksearch/setups/job/schedule.h"
#include "booksearch/setups/rows/stage_search.h"

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

  struct OwnRows {
    std::vector<Row> rows;
    std::size_t known = 0;  // of these, before they were computed
  };

  Status check_job() const;
  Status find_reasonable_setups();
  Status adopt_filter_rounds();
  Result<SearchEnd> search_reds();
  Result<SearchEnd> run_schedule();
  Result<SearchEnd> wait_for_shards(const StepRows& found);
  Status take_replies();
  Status refine();
  Result<StepRows> compute(const StepTask& task, std::optional<double> later = {});
  Result<OwnRows> compute_own(const StepTask& task, std::optional<double> later);
  Result<std::vector<Row>> rows_of_others(const StepTask& task);
  Status tell_of_unfinished_step();
  Result<Book> make_book();
  Result<Book> make_finished_book();

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
  std::optional<Schedule> schedule_;   // likewise
  std::optional<Refinement> refinement_;
  MissingRows missing_;  // rows of other shards that the next step needs
  std::chrono::steady_clock::time_point pass_start_;
};

Status Pipeline::check_job() const {
  if (const auto fault = find_fault(job_)) return invalid(shown_setting(fault->key) + ": " + fault->message);
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
  schedule_.emplace(job_, last);
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
  const Result<SearchEnd> advanced = run_schedule();
  if (advanced && *advanced == SearchEnd::kWaitsForShards) return advanced;
  Status status = advanced ? ok_status() : Status(advanced.error());
  if (status) status = take_replies();
  if (status && options_.refine) status = refine();
  if (status) return SearchEnd::kAllIsSearched;
  const bool is_stopped = status.error().code == ErrorCode::kStopped;
  if (is_stopped && options_.refine && !control_.interrupted()) return SearchEnd::kTimeIsOver;
  return status.error();
}

Result<Pipeline::SearchEnd> Pipeline::run_schedule() {
  const auto unfinished = follow(*schedule_, [this](const StepTask& task) {
    return compute(task, rows_to_come(job_, *schedule_) / options_.shard.count);
  });
  if (!unfinished) return unfinished.error();
  return *unfinished ? wait_for_shards(**unfinished) : SearchEnd::kAllIsSearched;
}

Result<Pipeline::SearchEnd> Pipeline::wait_for_shards(const StepRows& found) {
  missing_ = describe_missing(found.missing(schedule_->row_tasks(), options_.shard.count));
  missing_.text = schedule_->step_name() + ": " + missing_.text;
  return SearchEnd::kWaitsForShards;
}

// Compared with the book as it would be without them.
Status Pipeline::take_replies() {
  if (options_.replies.empty()) return ok_status();
  begin_pass();
  const Result<Book> book = make_book();
  if (!book) return book.error();
  Result<std::vector<JudgedReply>> judged =
      judge_replies(oracle_, book->entries, options_.replies, std::size_t{job_.table_mib} << 20, control_);
  if (!judged) return judged.error();
  for (const JudgedReply& each : *judged) {
    if (each.verdict != Verdict::kTaken) continue;
    const Step step{0, static_cast<std::size_t>(each.reply.depth), StepKind::kReplies};
    if (auto status = store_.add_row(step, each.row); !status) return status;
  }
  end_pass("better replies", ReplyPass{*std::move(judged)});
  return store_.flush();
}

Status Pipeline::refine() {
  refinement_.emplace(job_, *schedule_);
  const auto end = follow(*refinement_, [this](const StepTask& task) { return compute(task); });
  return end ? ok_status() : Status(end.error());
}

Result<StepRows> Pipeline::compute(const StepTask& task, std::optional<double> later) {
  begin_pass();
  const Result<OwnRows> own = compute_own(task, later);
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

Result<Pipeline::OwnRows> Pipeline::compute_own(const StepTask& task, std::optional<double> later) {
  Result<std::vector<Row>> finished = store_.rows_for(task);
  if (!finished) return finished.error();
  if (auto status = check_stored(*finished); !status) return status.error();
  const Result<std::vector<Row>> of_others = rows_of_others(task);
  if (!of_others) return of_others.error();
  finished->insert(finished->end(), of_others->begin(), of_others->end());

  StepRows known;
  if (auto status = known.add(*finished); !status) return status.error();
  std::vector<RowTask> row_tasks;
  for (std::size_t place = 0; place < task.row_tasks.size(); ++place) {
    if (options_.shard.computes(place)) row_tasks.push_back(task.row_tasks[place]);
  }
  const StageTask stage_task{task.stage, task.name, row_tasks,
                             *replies_,  *finished, std::size_t{job_.table_mib} << 20,
                             task.known, later};
  const auto on_row = [&](const Row& row) {
    return store_.add_row(task.step, row, task.inputs ? task.inputs->at(row.red) : 0);
  };
  Result<std::vector<Row>> rows = run_stage(oracle_, stage_task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status.error();
  if (!rows) return rows.error();
  return OwnRows{std::move(*rows), known.in_order_of(row_tasks).size()};
}

Result<std::vector<Row>> Pipeline::rows_of_others(const StepTask& task) {
  std::vector<Row> rows;
  for (ShardFile& other : options_.others) {
    const Result<std::vector<Row>> stored = other.store.rows_for(task);
    const Status status = stored ? check_stored(*stored) : stored.error();
    if (!status) return Error{status.error().code, other.path + ": " + status.error().message, {}};
    rows.insert(rows.end(), stored->begin(), stored->end());
  }
  return rows;
}

// Of the step that the end of the time cut short, and the replies that are not taken for it.
Status Pipeline::tell_of_unfinished_step() {
  if (!refinement_ && !options_.replies.empty()) {
    ReplyPass pass;
    for (const Refutation& reply : options_.replies) pass.replies.push_back({reply, Verdict::kNotSearched});
    end_pass("better replies", pass);
  }
  if (!refinement_ && schedule_->finished()) return ok_status();
  const StepTask task = refinement_ ? refinement_->task() : schedule_->task();
  const Result<std::vector<Row>> stored = store_.rows_for(task);
  if (!stored) return stored.error();
  const Result<StepRows> rows = StepRows::of(*stored);
  if (!rows) return rows.error();
  end_pass(task.name, summary(rows->in_order_of(task.row_tasks), task.row_tasks.size(), 0));
  return ok_status();
}

// Of all that has been found, also in a step that was cut short.
Result<Book> Pipeline::make_book() {
  if (schedule_->finished()) return make_finished_book();
  const Result<std::vector<Row>> stored = store_.rows_for(schedule_->task());
  if (!stored) return stored.error();
  Book book =
      assemble_book(job_, *schedule_, schedule_->rows_so_far(*stored), oracle_.origin(), options_.maker);
  if (book.entries.empty()) return Error{ErrorCode::kStopped, "no red has been searched yet", {}};
  return book;
}

// Every row that was stored beyond the schedule counts, whichever run has searched it, and for whatever batch.
Result<Book> Pipeline::make_finished_book() {
  Refinement standings(job_, *schedule_);
  bool is_as_scheduled = true;
  for (const StepKind kind : {StepKind::kBatch, StepKind::kReplies}) {
    const auto steps = store_.steps(kind);
    if (!steps) return steps.error();
    for (const auto& [step, rows] : *steps) {
      if (auto status = check_stored(rows); !status) return status.error();
      standings.take(step, rows);
      is_as_scheduled = false;
    }
  }
  return is_as_scheduled ? assemble_book(job_, *schedule_, {}, oracle_.origin(), options_.maker)
                         : standings.book(oracle_.origin(), options_.maker);
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
