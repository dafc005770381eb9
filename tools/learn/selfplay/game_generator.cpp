#include "tools/learn/selfplay/game_generator.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <span>

#include "core/games/zero_point_one/movegen.h"

namespace tabiya::tools {

using namespace zero_point_one;

namespace {

constexpr std::uint64_t kCheaper = 4;      // times, is the search that moves are drawn from
constexpr std::uint64_t kCheaperLeaf = 2;  // times, is the search that labels a leaf

// From the view of `side`: 1 won, 0 drawn, -1 lost. Nothing while the game goes on.
std::optional<int> result_for(Side side, const Position& position, Score score) {
  const int sign = side == position.side_to_move() ? 1 : -1;
  if (outcome(position) == Outcome::kLoss) return -sign;
  if (outcome(position) == Outcome::kDraw) return 0;
  if (is_proven(score)) return score > 0 ? sign : -sign;
  return std::nullopt;
}

// A search stops between two iterations, so that scores are those of whole ones; one iteration that takes
// much longer than those before is cut short all the same.
Engine::Result search_for(std::uint64_t nodes, int depth, const Position& position,
                          std::span<const std::uint64_t> played, Engine& engine) {
  constexpr std::uint64_t kMostTimes = 8;
  const auto goes_on = [nodes](const Engine::Result& found) {
    return found.depth == 0 || found.nodes < nodes;
  };
  return engine.search(position, {.depth = depth, .nodes = kMostTimes * nodes}, goes_on, played);
}

// Whether a search says something of the evaluation of the position itself, and not of an exchange.
bool is_quiet(const Position& position, const Engine::Result& found) {
  return !in_check(position) && !position.is_capture(found.pv.front());
}

}  // namespace

GameGenerator::GameGenerator(const SelfPlaySettings& settings, const EngineMaker& make_engine)
    : settings_(settings),
      engine_(make_engine(1, *sample_)),
      explorer_(make_engine(settings.lines, *sample_)) {}

Setup GameGenerator::draw_setup(Random& random) const {
  const auto everything = static_cast<std::uint32_t>(kSetupRanking.size());
  if (settings_.setups.empty() || static_cast<int>(random.below(100)) < settings_.random_percent)
    return unrank(random.below(everything));
  const SetupId id = settings_.setups[random.below(static_cast<std::uint32_t>(settings_.setups.size()))];
  return random.below(2) == 0 ? unrank(id) : mirror(unrank(id));
}

Position GameGenerator::draw_start(Random& random) const {
  constexpr int kMostTries = 100;  // then the setups are taken as they are
  Position position;
  for (int tries = 0; tries < kMostTries; ++tries) {
    position = Position();
    position.place(draw_setup(random));
    position.place(draw_setup(random));
    if (std::abs(engine_->evaluate(position)) <= settings_.balance) break;
  }
  return position;
}

bool GameGenerator::draws_a_move(const Position& position, Random& random) const {
  return position.ply() < settings_.drawn_plies &&
         static_cast<int>(random.below(100)) < settings_.drawn_percent;
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

void GameGenerator::keep_leaf(const Position& leaf, std::vector<Record>& records) {
  if (in_check(leaf) || outcome(leaf) != Outcome::kOpen || can_win(leaf)) return;
  if (engine_->search_window(leaf, 0, -kInfiniteScore, kInfiniteScore, {}).score != engine_->evaluate(leaf))
    return;
  const Engine::Result found =
      search_for(settings_.nodes / kCheaperLeaf, settings_.depth, leaf, {}, *engine_);
  if (found.depth == 0 || !is_quiet(leaf, found)) return;
  records.push_back(pack_record({leaf, found.score, kNoResult}));
}

void GameGenerator::play(std::uint64_t number, std::vector<PackedTrainingRecord>& records) {
  Random random(Random(settings_.seed).next() + number);
  engine_->new_game();
  explorer_->new_game();
  Position position = draw_start(random);
  std::vector<std::uint64_t> played;
  std::vector<TrainingRecord> kept;
  std::optional<int> red_result;
  for (Score score = 0; !(red_result = result_for(Side::kRed, position, score));) {
    const bool drawn = draws_a_move(position, random);
    if (!drawn) sample_->begin(static_cast<std::size_t>(settings_.leaves), random.next());
    const Engine::Result found =
        drawn ? search_for(settings_.nodes / kCheaper, settings_.depth, position, played, *explorer_)
              : search_for(settings_.nodes, settings_.depth, position, played, *engine_);
    for (const Position& leaf : sample_->take()) keep_leaf(leaf, records);
    score = found.score;
    if (is_proven(score)) continue;
    const bool is_new = std::ranges::find(played, position.hash()) == played.end();
    if (!drawn && is_new && is_quiet(position, found)) kept.push_back({position, score, 0});
    played.push_back(position.hash());
    position.play(drawn ? draw_move(found, random) : found.pv.front());
    score = 0;
  }
  for (TrainingRecord& record : kept) {
    record.result = record.position.side_to_move() == Side::kRed ? *red_result : -*red_result;
    records.push_back(pack_record(record));
  }
}

}  // namespace tabiya::tools
