#include "booksearch/setups/job/job_status.h"

#include <algorithm>
#include <utility>

#include "booksearch/setups/job/deeper_looks.h"
#include "booksearch/setups/job/refinement.h"
#include "booksearch/setups/job/schedule.h"

namespace tabiya::booksearch {
namespace {

class StatusReader {
 public:
  StatusReader(const Job& job, JobStore& store, std::size_t lines)
      : job_(job), store_(store), lines_(lines) {}

  Result<JobStatus> read() {
    const Result<std::vector<FilterRound>> rounds = store_.rounds();
    if (!rounds) return rounds.error();
    status_.filter = {rounds->size(), job_.rounds, is_fixed_point(*rounds, job_.filter())};
    if (!rounds->empty()) {
      status_.filter.kept = rounds->back().kept.size();
      status_.filter.overlap = rounds->back().overlap();
    }
    if (!status_.filter.finished) {
      status_.step.stage = "filter round " + std::to_string(rounds->size() + 1);
      return status_;
    }
    Schedule schedule(job_, rounds->back());
    if (auto status = advance(schedule); !status) return status.error();
    status_.stage = schedule.stages().size();
    if (schedule.finished()) {
      if (auto status = read_looks(schedule); !status) return status.error();
      if (auto status = follow_refinement(schedule); !status) return status.error();
    }
    return std::move(status_);
  }

 private:
  // Advances up to the first step that lacks rows.
  Status advance(Schedule& schedule) {
    const auto unfinished = follow(schedule, [this](const StepTask& task) { return store_.rows_for(task); });
    if (!unfinished) return unfinished.error();
    if (!*unfinished) return ok_status();
    take_lines(assemble_book(job_, schedule, schedule.rows_so_far(**unfinished), {}, ""));
    status_.step.later = rows_to_come(job_, schedule);
    return describe_step(schedule.task(), (*unfinished)->size());
  }

  // The job is finished when its values are known.
  Status read_looks(const Schedule& schedule) {
    const Result<StoredLooks> looks = stored_looks(job_, schedule, store_);
    if (!looks) return looks.error();
    calibration_ = looks->calibration();
    status_.finished = looks->missing.empty();
    status_.step.stage = status_.finished ? "finished" : "deeper looks";
    if (!status_.finished) {
      status_.step.done = looks->known;
      status_.step.total = looks->known + looks->missing.size();
      status_.step.later = 0;
      const Result<AnswerPace> pace = store_.pace(looks->missing.front().step());
      if (!pace) return pace.error();
      status_.pace = *pace;
    }
    return ok_status();
  }

  Status follow_refinement(const Schedule& schedule) {
    take_lines(assemble_book(job_, schedule, {}, {}, ""));
    Refinement refinement(job_, schedule);
    const auto unfinished =
        follow(refinement, [this](const StepTask& task) { return store_.rows_for(task); });
    if (!unfinished) return unfinished.error();
    status_.batches = refinement.batches();
    if (*unfinished && !((*unfinished)->empty() && status_.batches == 0)) {
      if (auto status = describe_step(refinement.task(), (*unfinished)->size()); !status) return status;
      refinement.take(refinement.step(), **unfinished);
    }
    if (auto status = take_replies(refinement); !status) return status;
    const bool is_refined = status_.batches > 0 || (status_.finished && status_.step.total > 0);
    if (is_refined || status_.taken > 0) take_lines(refinement.book({}, ""));
    return ok_status();
  }

  Status take_replies(Refinement& refinement) {
    const auto steps = store_.steps(StepKind::kReplies);
    if (!steps) return steps.error();
    for (const auto& [step, rows] : *steps) {
      refinement.take(step, rows);
      status_.taken += rows.size();
    }
    return ok_status();
  }

  Status describe_step(const StepTask& task, std::size_t done) {
    const Result<AnswerPace> pace = store_.pace(task.step);
    if (!pace) return pace.error();
    status_.step.stage = task.name;
    status_.pace = *pace;
    status_.step.total = task.row_tasks.size();
    status_.step.done = done;
    return ok_status();
  }

  void take_lines(Book book) {
    calibration_.apply_to(book);
    book.entries.resize(std::min(book.entries.size(), lines_));
    status_.best = std::move(book.entries);
  }

  const Job& job_;
  JobStore& store_;
  std::size_t lines_;
  ValueCalibration calibration_{};  // that of the priors before there are looks
  JobStatus status_;
};

}  // namespace

std::optional<double> JobStatus::seconds_left() const {
  if (step.total == 0) return finished ? std::optional(0.0) : std::nullopt;
  return step.seconds_left(pace.answers_per_second);
}

std::optional<double> JobStatus::seconds_left_in_all() const {
  return finished ? 0 : step.seconds_left_in_all(pace.answers_per_second);
}

Result<JobStatus> job_status(const Job& job, JobStore& store, std::size_t lines) {
  return StatusReader(job, store, lines).read();
}

}  // namespace tabiya::booksearch
