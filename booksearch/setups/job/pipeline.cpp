#include "booksearch/setups/job/pipeline.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/deeper_looks.h"
#include "booksearch/setups/job/refinement.h"
#include "booksearch/setups/job/schedule.h"
#include "booksearch/setups/rows/stage_search.h"

namespace tabiya::booksearch {
namespace {

double mean_shift(const StoredLooks& looks) {
  const ValueCalibration calibration = looks.calibration();
  double sum = 0;
  for (const ValueLook& look : looks.found)
    sum += double{1} * calibration.calibrated(look.depth, look.value) - look.value;
  return sum / static_cast<double>(looks.found.size());
}

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

  Result<Book> run() {
    if (auto status = check_job(); !status) return status.error();
    if (auto status = find_reasonable_setups(); !status) return status.error();
    if (auto status = search_reds(); !status) {
      const bool is_time_over = status.error().code == ErrorCode::kStopped && !control_.interrupted();
      if (!is_time_over || !options_.refine) return status.error();
      if (auto told = tell_of_unfinished_step(); !told) return told.error();
    }
    return make_book();
  }

 private:
  Status check_job() const;
  Status find_reasonable_setups();
  Status search_reds();
  Status run_schedule();
  Status look_deeper();
  Status take_replies();
  Status refine();
  Result<std::vector<Row>> compute(const StepTask& task, std::optional<double> later = {});
  Status tell_of_unfinished_step();
  Result<Book> make_book();
  Result<Book> make_raw_book();
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
  std::chrono::steady_clock::time_point pass_start_;
};

Status Pipeline::check_job() const {
  if (const auto fault = find_fault(job_)) return invalid(shown_setting(fault->key) + ": " + fault->message);
  if (job_.game != oracle_.reds().game()) return invalid("game: the job is of '" + job_.game + "'");
  return ok_status();
}

Status Pipeline::find_reasonable_setups() {
  begin_pass();
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

// Ends with kStopped when the time is over; make_book() then makes the book of the rows that there are.
Status Pipeline::search_reds() {
  if (auto status = run_schedule(); !status) return status;
  if (auto status = look_deeper(); !status) return status;
  if (auto status = take_replies(); !status) return status;
  return options_.refine ? refine() : ok_status();
}

Status Pipeline::run_schedule() {
  const auto end = follow(
      *schedule_, [this](const StepTask& task) { return compute(task, rows_to_come(job_, *schedule_)); });
  return end ? ok_status() : Status(end.error());
}

Status Pipeline::look_deeper() {
  begin_pass();
  std::uint64_t nodes = 0;
  const auto on_look = [&](const LookTask& task, const Row& row) {
    nodes += row.nodes;
    return store_.add_row(task.step(), row);
  };
  bool is_new = false;
  for (;; is_new = true) {  // what was found says whether there are more
    const Result<StoredLooks> looks = stored_looks(job_, *schedule_, store_);
    if (!looks) return looks.error();
    if (looks->missing.empty()) {
      if (is_new && !looks->found.empty())
        end_pass("deeper looks", LookPass{looks->known, nodes, mean_shift(*looks)});
      return ok_status();
    }
    const Status status = booksearch::look_deeper(oracle_, looks->missing, on_look, control_);
    if (auto flushed = store_.flush(); !flushed && (status || status.error().code == ErrorCode::kStopped))
      return flushed;
    if (!status) return status;
  }
}

// Takes the better replies, by comparison with the book as it would be without them.
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

Result<std::vector<Row>> Pipeline::compute(const StepTask& task, std::optional<double> later) {
  begin_pass();
  const Result<std::vector<Row>> finished = store_.rows_for(task);
  if (!finished) return finished.error();
  if (auto status = check_stored(*finished); !status) return status.error();
  const StageTask stage_task{task.stage, task.name, task.row_tasks,
                             *replies_,  *finished, std::size_t{job_.table_mib} << 20,
                             task.known, later};
  const auto on_row = [&](const Row& row) {
    return store_.add_row(task.step, row, task.inputs ? task.inputs->at(row.red) : 0);
  };
  Result<std::vector<Row>> rows = run_stage(oracle_, stage_task, on_row, control_);
  if (auto status = store_.flush(); !status && (rows || rows.error().code == ErrorCode::kStopped))
    return status.error();
  if (rows) end_pass(task.name, summary(*rows, rows->size(), in_order_of(task.row_tasks, *finished).size()));
  return rows;
}

// Reports the step that the end of the time interrupted, and the given replies that were therefore not
// searched.
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
  end_pass(task.name, summary(in_order_of(task.row_tasks, *stored), task.row_tasks.size(), 0));
  return ok_status();
}

// Makes the book of all that has been found, also in an interrupted step.
Result<Book> Pipeline::make_book() {
  ValueCalibration calibration;
  if (schedule_->finished()) {
    const Result<StoredLooks> looks = stored_looks(job_, *schedule_, store_);
    if (!looks) return looks.error();
    calibration = looks->calibration();
  }
  Result<Book> book = make_raw_book();
  if (book) calibration.apply_to(*book);
  return book;
}

Result<Book> Pipeline::make_raw_book() {
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

Result<Book> build_book(const Job& job, const PairOracle& oracle, JobStore& store,
                        const PipelineOptions& options, const Control& control) {
  return Pipeline(job, oracle, store, options, control).run();
}

}  // namespace tabiya::booksearch
