#include "booksearch/ladder.h"

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

namespace tabiya::booksearch {

std::vector<SetupId> frequent_answers(std::span<const Row> rows, std::size_t count) {
  std::map<SetupId, std::size_t> frequencies;
  for (const Row& row : rows) ++frequencies[row.reply];
  std::vector<std::pair<SetupId, std::size_t>> ranked(frequencies.begin(), frequencies.end());
  std::ranges::stable_sort(ranked, std::greater{}, &std::pair<SetupId, std::size_t>::second);
  ranked.resize(std::min(ranked.size(), count));
  std::vector<SetupId> answers;
  for (const auto& [reply, frequency] : ranked) answers.push_back(reply);
  return answers;
}

Ladder::Ladder(const Job& job, const FilterRound& reasonable) : job_(job) {
  for (const FilteredRed& red : reasonable.kept) entrants_.push_back({red.red, red.refuter, {}});
  begin_stage();
}

std::string Ladder::step_name() const {
  std::string name = "stage " + std::to_string(step_.stage + 1) + ", depth " + std::to_string(stage().depth);
  if (step_.round > 0) name += ", round " + std::to_string(step_.round + 1);
  return name;
}

void Ladder::climb(std::vector<Row> rows) {
  for (std::size_t i = 0; i < rows_.size(); ++i) rows[i].nodes += rows_[i].nodes;  // of the rounds before
  rows_ = std::move(rows);
  met_.insert(met_.end(), shared_.begin(), shared_.end());
  std::vector<SetupId> answers = new_answers();
  if (!answers.empty()) return begin_round(std::move(answers));

  std::ranges::sort(rows_, [](const Row& a, const Row& b) { return better(a, b); });
  entrants_.clear();
  for (const Row& row : rows_) entrants_.push_back({row.red, row.reply, {}});
  stages_.push_back(std::exchange(rows_, {}));
  ++step_.stage;
  begin_stage();
}

std::vector<SetupId> Ladder::new_answers() const {
  std::vector<SetupId> answers = frequent_answers(rows_, stage().shared);
  std::erase_if(answers, [&](SetupId reply) { return std::ranges::find(met_, reply) != met_.end(); });
  return answers;
}

void Ladder::begin_round(std::vector<SetupId> shared) {
  ++step_.round;
  shared_ = std::move(shared);
  for (std::size_t i = 0; i < rows_.size(); ++i)
    entrants_[i] = {rows_[i].red, rows_[i].reply, rows_[i].red_value};
}

void Ladder::begin_stage() {
  step_.round = 0;
  shared_.clear();
  met_.clear();
  if (finished()) return;
  entrants_.resize(std::min<std::size_t>(stage().keep, entrants_.size()));
  if (!stages_.empty()) shared_ = frequent_answers(stages_.back(), stage().shared);
}

Book assemble_book(const Job& job, const Ladder& ladder, const ValueOrigin& origin,
                   const std::string& maker) {
  Book book{{job.game, origin.evaluation, job_hash(job), maker}, {}, {origin}};
  std::unordered_set<SetupId> listed;
  for (std::size_t stage = ladder.stages().size(); stage-- > 0;) {
    const auto depth = static_cast<std::uint8_t>(job.stages[stage].depth);
    for (const Row& row : ladder.stages()[stage]) {
      if (!listed.insert(row.red).second) continue;
      book.entries.push_back({row.red, row.reply, row.red_value, depth, 1, row.nodes, {}});
    }
  }
  return book;
}

}  // namespace tabiya::booksearch
