#include "booksearch/ladder.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/book/reply_count.h"

namespace tabiya::booksearch {

std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count) {
  std::vector<SetupId> replies;
  for (const Row& row : rows) replies.push_back(row.reply);
  return most_frequent(replies, count);
}

namespace {

// By their reds: the same examples in the same order, however good they are.
std::vector<Answered> examples_of(std::span<const Row> rows) {
  std::vector<Answered> examples;
  for (const Row& row : rows) examples.push_back({row.red, row.reply});
  std::ranges::sort(examples, {}, &Answered::red);
  return examples;
}

// What a row of a later round has to add of the rounds before.
void add_round(const Row& before, Row& row) {
  row.nodes += before.nodes;
  row.improvement += before.improvement;
}

}  // namespace

Ladder::Ladder(const Job& job, const FilterRound& reasonable) : job_(job), row_inputs_(job, reasonable) {
  const bool sifts = !job.stages.empty() && job.stages.front().sieve > 0;  // and finds a better first reply
  for (const FilteredRed& red : reasonable.kept)
    entrants_.push_back({red.red, sifts ? std::nullopt : std::optional(red.refuter), {}});
  begin_stage();
}

std::string Ladder::step_name() const {
  std::string name = "stage " + std::to_string(step_.stage + 1) + ", depth " + std::to_string(stage().depth);
  if (step_.part > 0) name += ", round " + std::to_string(step_.part + 1);
  return name;
}

void Ladder::climb(std::vector<Row> rows) {
  if (cut_.finished()) return finish_round(std::move(rows));
  cut_.take(rows);
  if (cut_.finished()) return finish_round(cut_.rows());
  ++step_.part;
  entrants_.assign(cut_.entrants().begin(), cut_.entrants().end());
}

// All exact rows of the stage have met the shared replies of the step.
void Ladder::finish_round(std::vector<Row> rows) {
  for (std::size_t i = 0; i < rows_.size(); ++i) add_round(rows_[i], rows[i]);
  rows_ = std::move(rows);
  met_.insert(met_.end(), shared_.begin(), shared_.end());
  examples_.clear();
  if (stage().near > 0 && step_ == Step{}) examples_ = examples_of(rows_);
  std::vector<SetupId> answers = new_answers();
  if (!answers.empty() || !examples_.empty()) return begin_round(std::move(answers));

  std::ranges::sort(rows_, [](const Row& a, const Row& b) { return better(a, b); });
  entrants_.clear();
  for (const Row& row : rows_) entrants_.push_back({row.red, row.reply, {}});
  stages_.push_back(std::exchange(rows_, {}));
  samples_.emplace_back(cut_.sample().begin(), cut_.sample().end());
  ++step_.stage;
  begin_stage();
}

std::vector<SetupId> Ladder::new_answers() const {
  std::vector<SetupId> answers = frequent_answers(rows_, stage().shared);
  std::erase_if(answers, [&](SetupId reply) { return std::ranges::find(met_, reply) != met_.end(); });
  return answers;
}

void Ladder::begin_round(std::vector<SetupId> shared) {
  ++step_.part;
  shared_ = std::move(shared);
  entrants_.clear();
  for (const Row& row : rows_) entrants_.push_back({row.red, row.reply, row.red_value});
}

void Ladder::begin_stage() {
  step_.part = 0;
  shared_.clear();
  met_.clear();
  if (finished()) return;
  entrants_.resize(std::min<std::size_t>(stage().keep, entrants_.size()));
  if (!stages_.empty()) {
    shared_ = frequent_answers(stages_.back(), stage().shared);
    if (stage().near > 0) examples_ = examples_of(stages_.back());
  }
  cut_ = StageCut(std::move(entrants_), exact_rows(job_, step_.stage));
  entrants_.assign(cut_.entrants().begin(), cut_.entrants().end());
}

bool Ladder::is_representative(std::size_t stage, SetupId red) const {
  return samples_[stage].empty() || samples_[stage].contains(red);
}

void Ladder::correct(std::size_t stage, std::span<const Row> rows) {
  std::unordered_map<SetupId, Row> corrected;
  for (const Row& row : rows) corrected.emplace(row.red, row);
  for (Row& row : stages_[stage]) {
    const auto found = corrected.find(row.red);
    if (found == corrected.end()) continue;
    add_round(row, found->second);
    row = found->second;
  }
  std::ranges::sort(stages_[stage], [](const Row& a, const Row& b) { return better(a, b); });
}

std::vector<Row> Ladder::rows_so_far(std::span<const Row> of_step) const {
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
  // A first reply that loses by force says nothing of what is usual.
  constexpr Score kMostImprovement = 100'000;
  data.push_back(
      {from, to, after.red_value - before.red_value, std::min(after.improvement, kMostImprovement)});
}

std::vector<ValueChange> value_changes(const Job& job, const Ladder& ladder) {
  std::vector<ValueChange> data;
  for (std::size_t stage = 1; stage < ladder.stages().size(); ++stage) {
    std::unordered_map<SetupId, Row> before;
    for (const Row& row : ladder.stages()[stage - 1]) before.emplace(row.red, row);
    for (const Row& row : ladder.stages()[stage])
      if (ladder.is_representative(stage, row.red))
        add_value_change(before.at(row.red), job.stages[stage - 1].depth, row, job.stages[stage].depth, data);
  }
  return data;
}

Book assemble_book(const Job& job, const Ladder& ladder, std::span<const Row> rows_so_far,
                   const ValueOrigin& origin, const std::string& maker) {
  Book book{{job.game, origin.evaluation, job_hash(job), maker}, {}, {origin}};
  const std::vector<ValueChange> data = value_changes(job, ladder);
  const DriftModel model(data);
  const int horizon = job.stages.back().depth + 2;
  std::unordered_set<SetupId> listed;
  const auto add_stage = [&](std::span<const Row> rows, int depth) {
    std::optional<std::uint32_t> error;
    if (!data.empty()) error = static_cast<std::uint32_t>(std::lround(model.deviation(depth, horizon)));
    for (const Row& row : rows) {
      if (!listed.insert(row.red).second) continue;
      book.entries.push_back(
          {row.red, row.reply, row.red_value, static_cast<std::uint8_t>(depth), 1, row.nodes, error});
    }
  };
  std::size_t stage = ladder.stages().size();
  if (!ladder.finished()) add_stage(rows_so_far, job.stages[stage].depth);
  while (stage-- > 0) add_stage(ladder.stages()[stage], job.stages[stage].depth);
  return book;
}

}  // namespace tabiya::booksearch
