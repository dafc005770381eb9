#include "booksearch/job_status.h"

#include <algorithm>
#include <utility>

#include "booksearch/forecast.h"
#include "booksearch/ladder.h"
#include "booksearch/refinement.h"

namespace tabiya::booksearch {
namespace {

class StatusReader {
 public:
  StatusReader(const Job& job, JobStore& store, std::span<ShardFile> others, std::size_t lines)
      : job_(job), store_(store), others_(others), lines_(lines) {}

  Result<JobStatus> read() {
    const Result<JobIdentity> identity = store_.identity();
    if (!identity) return identity.error();
    shard_ = identity->shard;
    const Result<std::vector<FilterRound>> rounds = store_.rounds();
    if (!rounds) return rounds.error();
    status_.filter = {rounds->size(), job_.rounds, is_fixed_point(*rounds, job_.filter())};
    if (!rounds->empty()) {
      status_.filter.kept = rounds->back().kept.size();
      status_.filter.overlap = rounds->back().overlap();
    }
    if (!status_.filter.finished) {
      status_.step = "filter round " + std::to_string(rounds->size() + 1);
      return status_;
    }
    Ladder ladder(job_, rounds->back());
    if (auto status = climb(ladder); !status) return status.error();
    status_.stage = ladder.stages().size();
    if (ladder.finished()) {
      status_.finished = true;
      if (auto status = follow_refinement(ladder); !status) return status.error();
    }
    return std::move(status_);
  }

 private:
  // Up to the first step of which rows are missing.
  Status climb(Ladder& ladder) {
    while (!ladder.finished()) {
      const InputsByRed inputs = ladder.inputs();
      const Result<StepRows> rows = read_rows(ladder.step(), &inputs);
      if (!rows) return rows.error();
      std::vector<Row> found = rows->in_order_of(ladder.entrants());
      if (found.size() < ladder.entrants().size()) {
        take_lines(assemble_book(job_, ladder, ladder.rows_so_far(found), {}, ""));
        status_.later = rows_to_come(job_, ladder) / shard_.count;
        return describe_step(ladder.step(), ladder.step_name(), *rows, ladder.entrants());
      }
      ladder.climb(std::move(found));
    }
    return ok_status();
  }

  Status follow_refinement(const Ladder& ladder) {
    status_.step = "finished";
    take_lines(assemble_book(job_, ladder, {}, {}, ""));
    Refinement refinement(job_, ladder);
    if (const auto begun = read_rows(refinement.step()); !begun || begun->empty())
      return begun ? ok_status() : begun.error();
    while (!refinement.finished()) {
      const Step step = refinement.step();
      const Result<StepRows> rows = read_rows(step);
      if (!rows) return rows.error();
      const std::vector<Row> found = rows->in_order_of(refinement.entrants());
      const bool whole = found.size() == refinement.entrants().size();
      if (!whole) {
        if (auto status = describe_step(step, refinement.step_name(), *rows, refinement.entrants()); !status)
          return status;
      }
      if (whole) ++status_.batches;
      refinement.climb(found);
      if (!whole) break;
    }
    take_lines(refinement.book({}, ""));
    return ok_status();
  }

  // The rows of the step from this file and the others: of these inputs, if any are given.
  Result<StepRows> read_rows(const Step& step, const InputsByRed* inputs = nullptr) {
    StepRows rows;
    const auto read = [&](JobStore& store) { return inputs ? store.rows(step, *inputs) : store.rows(step); };
    const Result<std::vector<Row>> own = read(store_);
    if (!own) return own.error();
    if (auto status = rows.add(*own); !status) return status.error();
    for (ShardFile& other : others_) {
      const Result<std::vector<Row>> stored = read(other.store);
      if (!stored) return stored.error();
      if (auto status = rows.add(*stored); !status) return status.error();
    }
    return rows;
  }

  Status describe_step(const Step& step, std::string name, const StepRows& rows,
                       std::span<const Entrant> entrants) {
    const Result<Pace> pace = store_.pace(step);
    if (!pace) return pace.error();
    const std::vector<std::size_t> missing = rows.missing(entrants, shard_.count);
    status_.step = std::move(name);
    status_.pace = *pace;
    for (std::size_t place = 0; place < entrants.size(); ++place)
      status_.total += shard_.computes(place) ? 1 : 0;
    status_.done = status_.total - missing[shard_.number - 1];
    if (status_.done == status_.total) status_.missing = describe_missing(missing);
    return ok_status();
  }

  void take_lines(Book book) {
    book.entries.resize(std::min(book.entries.size(), lines_));
    status_.best = std::move(book.entries);
  }

  const Job& job_;
  JobStore& store_;
  std::span<ShardFile> others_;
  std::size_t lines_;
  Shard shard_;
  JobStatus status_;
};

}  // namespace

double JobStatus::seconds_left() const {
  if (total == 0) return finished ? 0 : -1;
  return pace.rows_per_second > 0 ? static_cast<double>(total - done) / pace.rows_per_second : -1;
}

double JobStatus::seconds_left_in_all() const {
  if (finished) return 0;
  if (!later || pace.rows_per_second <= 0) return -1;
  return (static_cast<double>(total - done) + *later) / pace.rows_per_second;
}

Result<JobStatus> job_status(const Job& job, JobStore& store, std::span<ShardFile> others,
                             std::size_t lines) {
  return StatusReader(job, store, others, lines).read();
}

}  // namespace tabiya::booksearch
