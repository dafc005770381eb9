#include "tools/learn/selfplay/game_generator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>

#include "core/games/zero_point_one/movegen.h"

namespace tabiya::tools {

using namespace zero_point_one;

namespace {

// From the view of `side`: 1 won, 0 drawn, -1 lost. Nothing while the game goes on.
std::optional<int> result_for(Side side, const Position& position, Score score) {
  const int sign = side == position.side_to_move() ? 1 : -1;
  if (outcome(position) == Outcome::kLoss) return -sign;
  if (outcome(position) == Outcome::kDraw) return 0;
  if (is_proven(score)) return score > 0 ? sign : -sign;
  return std::nullopt;
}

// Where a variation ends; nothing where it ends the game.
std::optional<Position> end_of(const Position& position, const std::vector<Move>& variation) {
  Position end = position;
  for (const Move move : variation) end.play(move);
  if (outcome(end) != Outcome::kOpen) return std::nullopt;
  return end;
}

}  // namespace

GameGenerator::GameGenerator(const SelfPlaySettings& settings, const EngineMaker& make_engine)
    : settings_(settings), engine_(make_engine(1)), explorer_(make_engine(settings.lines)) {}

Setup GameGenerator::draw_setup(Random& random) const {
  const auto everything = static_cast<std::uint32_t>(kSetupRanking.size());
  if (settings_.setups.empty() || static_cast<int>(random.below(100)) < settings_.random_percent)
    return unrank(random.below(everything));
  const SetupId id = settings_.setups[random.below(static_cast<std::uint32_t>(settings_.setups.size()))];
  return random.below(2) == 0 ? unrank(id) : mirror(unrank(id));
}

// Weights are whole numbers, so that they add up to the same on every machine.
Move GameGenerator::draw_move(const Engine::Result& found, Random& random) const {
  constexpr double kOne = 1 << 20;
  std::vector<std::uint32_t> weights{static_cast<std::uint32_t>(kOne)};
  std::uint32_t sum = weights.front();
  for (const auto& line : found.others) {
    const double loss = static_cast<double>(found.score) - line.score;
    const double weight = settings_.temperature > 0 ? std::exp(-loss / settings_.temperature) : 0;
    weights.push_back(static_cast<std::uint32_t>(std::lround(kOne * weight)));
    sum += weights.back();
  }
  std::uint32_t drawn = random.below(sum);
  std::size_t i = 0;
  while (drawn >= weights[i]) drawn -= weights[i++];
  return i == 0 ? found.pv.front() : found.others[i - 1].pv.front();
}

// Variations end where no capture is worth it, but some end in a repetition.
bool GameGenerator::is_quiet(const Position& position) {
  return !in_check(position) &&
         engine_->search_window(position, 0, -kInfiniteScore, kInfiniteScore, {}).score ==
             engine_->evaluate(position);
}

// Deepens, as the moves of one depth order those of the next; within a window around what is expected, as
// long as that holds.
Score GameGenerator::label(const Position& position) {
  constexpr Score kMargin = 2'500;
  Score score = engine_->evaluate(position);
  for (int depth = std::min(1, settings_.label_depth); depth <= settings_.label_depth; ++depth) {
    const Score alpha = std::max(score - kMargin, -kInfiniteScore);
    const Score beta = std::min(score + kMargin, kInfiniteScore);
    score = engine_->search_window(position, depth, alpha, beta, {}).score;
    if (score > alpha && score < beta) continue;
    score = engine_->search_window(position, depth, -kInfiniteScore, kInfiniteScore, {}).score;
  }
  return score;
}

void GameGenerator::play(std::uint64_t number, std::vector<PackedTrainingRecord>& records) {
  Random random(Random(settings_.seed).next() + number);
  engine_->new_game();
  explorer_->new_game();
  Position position;
  std::vector<std::uint64_t> played;
  position.place(draw_setup(random));
  position.place(draw_setup(random));
  std::vector<TrainingRecord> kept;
  std::optional<int> red_result;
  for (Score score = 0; !(red_result = result_for(Side::kRed, position, score));) {
    const bool is_drawn = static_cast<int>(random.below(100)) < settings_.drawn_percent;
    const Engine::Result found =
        (is_drawn ? explorer_ : engine_)->search(position, {.depth = settings_.depth}, {}, played);
    score = found.score;
    if (is_proven(score)) continue;
    const auto end = end_of(position, found.pv);
    if (end && is_quiet(*end) && (kept.empty() || kept.back().position.hash() != end->hash()))
      kept.push_back({*end, label(*end), 0});
    played.push_back(position.hash());
    position.play(draw_move(found, random));
    score = 0;
  }
  for (TrainingRecord& record : kept) {
    record.result = record.position.side_to_move() == Side::kRed ? *red_result : -*red_result;
    records.push_back(pack_record(record));
  }
}

}  // namespace tabiya::tools
