#include "booksearch/setups/job/schedule.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tabiya::booksearch {
namespace {

// Adds the results of the rounds before to a row of a later round.
void add_round(const Row& before, Row& row) {
  row.nodes += before.nodes;
  row.improvement += before.improvement;
  if (row.reply == before.reply) row.line = before.line;
}

constexpr double kUsualGrowth = 1.5;  // of the nodes of a row, for each ply, as in the book that is shipped

double candidates(const Job& job, const JobStage& stage) {
  const std::uint32_t most = 2 * job.keep;  // mirrors count as well
  double replies = stage.replies == 0 ? most : 0;
  for (const ReplySource& source : reply_sources()) replies += std::min(stage.*source.amount.member, most);
  return replies;
}

// Returns the growth of the nodes of a finished stage's reds since the stage before, for the same candidates.
double growth_into(const Job& job, const Schedule& schedule, std::size_t stage) {
  std::unordered_map<SetupId, std::uint64_t> before;
  for (const Row& row : schedule.stages()[stage - 1]) before.emplace(row.red, row.nodes);
  double nodes = 1, nodes_before = 1;
  for (const Row& row : schedule.stages()[stage]) {
    nodes += static_cast<double>(row.nodes);
    nodes_before += static_cast<double>(before.at(row.red));
  }
  return nodes / nodes_before * candidates(job, job.stages[stage - 1]) / candidates(job, job.stages[stage]);
}

double growth_per_ply(const Job& job, const Schedule& schedule) {
  const std::size_t finished = schedule.stages().size();
  if (finished < 2) return kUsualGrowth;
  double logarithm = 0;
  for (std::size_t stage = 1; stage < finished; ++stage)
    logarithm += std::log(growth_into(job, schedule, stage));
  return std::max(1.0, std::exp(logarithm / (job.stages[finished - 1].depth - job.stages[0].depth)));
}

}  // namespace

Schedule::Schedule(const Job& job, const FilterRound& reasonable) : job_(job), row_inputs_(job, reasonable) {
  const bool sifts = !job.stages.empty() && job.stages.front().sieve > 0;  // and finds a better first reply
  for (const FilteredRed& red : reasonable.kept)
    row_tasks_.push_back({red.red, sifts ? std::nullopt : std::optional(red.refuter), {}});
  begin_stage();
}

std::string Schedule::step_name() const {
  std::string name = "stage " + std::to_string(step_.number + 1) + ", depth " + std::to_string(stage().depth);
  if (step_.part > 0) name += ", round " + std::to_string(step_.part + 1);
  return name;
}

void Schedule::advance(std::vector<Row> rows) {
  if (cut_.finished()) return finish_round(std::move(rows));
  cut_.take(rows);
  if (cut_.finished()) return finish_round(cut_.rows());
  ++step_.part;
  row_tasks_.assign(cut_.row_tasks().begin(), cut_.row_tasks().end());
}

// Ends a round, in which all exact rows of the stage have met the shared replies of the step.
void Schedule::finish_round(std::vector<Row> rows) {
  for (std::size_t i = 0; i < rows_.size(); ++i) add_round(rows_[i], rows[i]);
  rows_ = std::move(rows);
  met_.add(known_);
  known_ = new_answers(stage(), rows_, met_);
  if (!known_.empty()) return begin_round();

  std::ranges::sort(rows_, [](const Row& a, const Row& b) { return better(a, b); });
  row_tasks_.clear();
  for (const Row& row : rows_) row_tasks_.push_back({row.red, row.reply, {}});
  stages_.push_back(std::exchange(rows_, {}));
  samples_.emplace_back(cut_.sample().begin(), cut_.sample().end());
  ++step_.number;
  begin_stage();
}

void Schedule::begin_round() {
  ++step_.part;
  row_tasks_.clear();
  for (const Row& row : rows_) row_tasks_.push_back({row.red, row.reply, row.red_value});
}

void Schedule::begin_stage() {
  step_.part = 0;
  met_ = {};
  known_ = {};
  if (finished()) return;
  row_tasks_.resize(std::min<std::size_t>(stage().keep, row_tasks_.size()));
  if (!stages_.empty()) known_ = new_answers(stage(), stages_.back(), met_);
  cut_ = StageCut(std::move(row_tasks_), exact_rows(job_, step_.number));
  row_tasks_.assign(cut_.row_tasks().begin(), cut_.row_tasks().end());
}

bool Schedule::is_representative(std::size_t stage, SetupId red) const {
  return samples_[stage].empty() || samples_[stage].contains(red);
}

std::vector<Row> Schedule::rows_so_far(std::span<const Row> of_step) const {
  std::unordered_map<SetupId, Row> rows;
  for (const Row& row : cut_.finished() ? rows_ : cut_.rows()) rows[row.red] = row;
  for (Row row : of_step) {
    if (!cut_.finished() && !cut_.is_exact(row)) continue;
    const auto before = rows.find(row.red);
    if (before != rows.end()) add_round(before->second, row);
    rows[row.red] = row;
  }
  std::vector<Row> ranked;
  for (const auto& [red, row] : rows) ranked.push_back(row);
  std::ranges::sort(ranked, [](const Row& a, const Row& b) { return better(a, b); });
  return ranked;
}

void add_value_change(const Row& before, int from, const Row& after, int to, std::vector<ValueChange>& data) {
  if (is_proven(before.red_value) || is_proven(after.red_value)) return;
  // A first reply that loses by force says nothing of usual improvements.
  constexpr Score kMostImprovement = 100'000;
  data.push_back(
      {from, to, after.red_value - before.red_value, std::min(after.improvement, kMostImprovement)});
}

std::vector<ValueChange> value_changes(const Job& job, const Schedule& schedule) {
  std::vector<ValueChange> data;
  for (std::size_t stage = 1; stage < schedule.stages().size(); ++stage) {
    std::unordered_map<SetupId, Row> before;
    for (const Row& row : schedule.stages()[stage - 1]) before.emplace(row.red, row);
    for (const Row& row : schedule.stages()[stage])
      if (schedule.is_representative(stage, row.red))
        add_value_change(before.at(row.red), job.stages[stage - 1].depth, row, job.stages[stage].depth, data);
  }
  return data;
}

Book assemble_book(const Job& job, const Schedule& schedule, std::span<const Row> rows_so_far,
                   const ValueOrigin& origin, const std::string& maker) {
  Book book{{job.game, origin.evaluation, job_hash(job), maker}, {}, {origin}};
  std::unordered_set<SetupId> listed;
  const auto add_stage = [&](std::span<const Row> rows, int depth) {
    for (const Row& row : rows) {
      if (!listed.insert(row.red).second) continue;
      book.entries.push_back({row.red, row.reply, row.red_value, static_cast<std::uint8_t>(depth), 1,
                              row.nodes, std::nullopt, row.line});
    }
  };
  std::size_t stage = schedule.stages().size();
  if (!schedule.finished()) add_stage(rows_so_far, job.stages[stage].depth);
  while (stage-- > 0) add_stage(schedule.stages()[stage], job.stages[stage].depth);
  return book;
}

double rows_to_come(const Job& job, const Schedule& schedule) {
  if (schedule.finished()) return 0;
  const Step step = schedule.step();
  const JobStage& now = schedule.stage();
  const double growth = growth_per_ply(job, schedule);
  const double per_row = schedule.searches_candidates()
                             ? candidates(job, now)
                             : std::max(1.0, static_cast<double>(schedule.known().replies_per_row(now)));
  double rows = 0;
  for (std::size_t i = step.number + 1; i < job.stages.size(); ++i) {
    const JobStage& later = job.stages[i];
    rows += static_cast<double>(exact_rows(job, i)) * candidates(job, later) / per_row *
            std::pow(growth, later.depth - now.depth);
  }
  return rows;
}

}  // namespace tabiya::booksearch
