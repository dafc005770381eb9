#include "booksearch/setups/job/refinement.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <unordered_map>
#include <unordered_set>

namespace tabiya::booksearch {
namespace {

// Returns E max(0, x) of a normal x.
double expected_excess(double mean, double deviation) {
  if (deviation <= 0) return std::max(0.0, mean);
  const double z = mean / deviation;
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
  const double below = std::erfc(-z / std::numbers::sqrt2) / 2;
  return mean * below + deviation * density;
}

// Returns the places of `values`, the largest first, the earlier place first among equals.
std::vector<std::size_t> ranking(const std::vector<double>& values) {
  std::vector<std::size_t> places(values.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  std::ranges::stable_sort(places, std::greater{}, [&](std::size_t place) { return values[place]; });
  return places;
}

}  // namespace

Refinement::Refinement(const Job& job, const Schedule& schedule)
    : job_(job), data_(value_changes(job, schedule)) {
  std::unordered_set<SetupId> seen;
  for (std::size_t stage = job.stages.size(); stage-- > 0;) {
    for (const Row& row : schedule.stages()[stage]) {
      if (seen.insert(row.red).second) standings_.push_back({row, job.stages[stage].depth});
    }
  }
  choose_batch();
}

std::string Refinement::step_name() const {
  return "refinement " + std::to_string(batches_ + 1) + ", depth " + std::to_string(stage_.depth);
}

KnownAnswers Refinement::known() const {
  std::vector<Row> rows;
  for (const Standing& standing : standings_) rows.push_back(standing.row);
  return {.shared = frequent_answers(rows, stage_.shared)};
}

void Refinement::advance(std::span<const Row> rows) {
  take(step(), rows);
  ++batches_;
  choose_batch();
}

void Refinement::take(const Step& step, std::span<const Row> rows) {
  const int depth = static_cast<int>(step.part);
  const bool is_given = step.kind == StepKind::kReplies;
  std::unordered_map<SetupId, Row> by_red;
  for (const Row& row : rows) by_red.emplace(row.red, row);
  for (Standing& standing : standings_) {
    const auto row = by_red.find(standing.row.red);
    if (row == by_red.end() || standing.depth >= depth + (is_given ? 1 : 0)) continue;
    if (!is_given) add_value_change(standing.row, standing.depth, row->second, depth, data_);
    standing = {row->second, depth};
  }
}

int Refinement::horizon() const { return std::ranges::max(standings_, {}, &Standing::depth).depth + kDeeper; }

std::vector<double> Refinement::expected_values(const DriftModel& model) const {
  std::vector<double> values;
  for (const Standing& standing : standings_)
    values.push_back(standing.row.red_value + model.mean(standing.depth, horizon()));
  return values;
}

std::vector<double> Refinement::losses(const DriftModel& model) const {
  const std::vector<double> values = expected_values(model);
  const std::vector<std::size_t> ranked = ranking(values);
  const std::size_t best = ranked.front();
  const auto deviation = [&](std::size_t i) { return model.deviation(standings_[i].depth, horizon()); };
  const auto excess = [&](std::size_t i) {
    return expected_excess(values[i] - values[best], std::hypot(deviation(i), deviation(best)));
  };
  double weights = 0;
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) weights += 1 / static_cast<double>(rank + 1);
  std::vector<double> losses(standings_.size());
  for (std::size_t rank = 0; rank < ranked.size(); ++rank) {
    const std::size_t i = ranked[rank];
    const double order = rank > 0 ? excess(i) : ranked.size() > 1 ? excess(ranked[1]) : 0;
    const double chance = 1 / static_cast<double>(rank + 1) / weights;
    losses[i] = order + chance * model.reply_loss(standings_[i].depth, horizon());
  }
  return losses;
}

void Refinement::choose_batch() {
  row_tasks_.clear();
  if (standings_.empty()) return;
  constexpr int kDeepest = 100;
  const std::vector<double> at_stake = losses(DriftModel(data_));
  std::vector<double> worth(standings_.size(), -1);  // for each node
  for (std::size_t i = 0; i < standings_.size(); ++i) {
    const bool open = at_stake[i] >= kWorthwhile && standings_[i].depth + kDeeper <= kDeepest &&
                      !is_proven(standings_[i].row.red_value);
    if (open) worth[i] = at_stake[i] / static_cast<double>(standings_[i].row.nodes + 1);
  }
  const std::vector<std::size_t> ranked = ranking(worth);
  if (worth[ranked.front()] < 0) return;
  const int depth = standings_[ranked.front()].depth;  // one batch, one depth
  for (const std::size_t i : ranked) {
    if (worth[i] < 0 || row_tasks_.size() == kBatch) break;
    if (standings_[i].depth == depth)
      row_tasks_.push_back({standings_[i].row.red, standings_[i].row.reply, {}});
  }
  stage_ = job_.stages.back();
  stage_.depth = depth + kDeeper;
}

Book Refinement::book(const ValueOrigin& origin, const std::string& maker) const {
  Book book{{job_.game, origin.evaluation, job_hash(job_), maker}, {}, {origin}};
  for (const std::size_t i : ranking(expected_values(DriftModel(data_)))) {
    const auto& [row, depth] = standings_[i];
    book.entries.push_back({row.red, row.reply, row.red_value, static_cast<std::uint8_t>(depth), 1, row.nodes,
                            std::nullopt, row.line});
  }
  return book;
}

}  // namespace tabiya::booksearch
