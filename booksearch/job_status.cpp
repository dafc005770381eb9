#include "booksearch/job_status.h"

#include <algorithm>
#include <unordered_set>

#include "booksearch/ladder.h"

namespace tabiya::booksearch {
namespace {

// The rows of the step from this file and the others.
Result<StepRows> read_rows(const Step& step, JobStore& store, std::span<ShardFile> others) {
  StepRows rows;
  const Result<std::vector<Row>> own = store.rows(step);
  if (!own) return own.error();
  if (auto status = rows.add(*own); !status) return status.error();
  for (ShardFile& other : others) {
    const Result<std::vector<Row>> stored = other.store.rows(step);
    if (!stored) return stored.error();
    if (auto status = rows.add(*stored); !status) return status.error();
  }
  return rows;
}

void count_rows(const Ladder& ladder, const StepRows& rows, const Shard& shard, JobStatus& status) {
  const std::vector<std::size_t> missing = rows.missing(ladder.entrants(), shard.count);
  for (std::size_t place = 0; place < ladder.entrants().size(); ++place)
    status.total += shard.computes(place) ? 1 : 0;
  status.done = status.total - missing[shard.number - 1];
  if (status.done == status.total) status.missing = describe_missing(missing);
}

std::vector<BookEntry> best_lines(const Job& job, const Ladder& ladder, std::vector<Row> rows,
                                  std::size_t count) {
  std::ranges::sort(rows, [](const Row& a, const Row& b) { return better(a, b); });
  std::vector<BookEntry> lines;
  std::unordered_set<SetupId> listed;
  for (const Row& row : rows) {
    listed.insert(row.red);
    const auto depth = static_cast<std::uint8_t>(ladder.stage().depth);
    lines.push_back({row.red, row.reply, row.red_value, depth, 0, row.nodes, {}});
  }
  for (const BookEntry& entry : assemble_book(job, ladder, {}, "").entries) {
    if (listed.insert(entry.red).second) lines.push_back(entry);
  }
  lines.resize(std::min(lines.size(), count));
  return lines;
}

}  // namespace

double JobStatus::seconds_left() const {
  if (finished || total == 0) return finished ? 0 : -1;
  return pace.rows_per_second > 0 ? static_cast<double>(total - done) / pace.rows_per_second : -1;
}

Result<JobStatus> job_status(const Job& job, JobStore& store, std::span<ShardFile> others, std::size_t lines) {
  const Result<JobIdentity> identity = store.identity();
  if (!identity) return identity.error();
  const Result<std::vector<FilterRound>> rounds = store.rounds();
  if (!rounds) return rounds.error();
  JobStatus status;
  if (!is_fixed_point(*rounds, job.filter())) {
    status.step = "filter round " + std::to_string(rounds->size() + 1);
    return status;
  }
  Ladder ladder(job, rounds->back());
  std::vector<Row> unfinished;
  while (!ladder.finished()) {
    const Result<StepRows> rows = read_rows(ladder.step(), store, others);
    if (!rows) return rows.error();
    if (rows->missing(ladder.entrants(), 1).front() > 0) {
      count_rows(ladder, *rows, identity->shard, status);
      const Result<Pace> pace = store.pace(ladder.step());
      if (!pace) return pace.error();
      status.pace = *pace;
      unfinished = rows->in_order_of(ladder.entrants());
      break;
    }
    ladder.climb(rows->in_order_of(ladder.entrants()));
  }
  status.finished = ladder.finished();
  status.step = ladder.finished() ? "finished" : ladder.step_name();
  status.stage = ladder.stages().size();
  status.best = best_lines(job, ladder, std::move(unfinished), lines);
  return status;
}

}  // namespace tabiya::booksearch
