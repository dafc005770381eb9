// Games of the engine against itself, and what to learn from them.
//
// Another evaluation may play one side, the second to move in even games; then none of its searches is kept.
// The positions that remain show where the first evaluation is led to by what it believes, and what comes of
// it.
//
// A game with a setup phase begins with two setups that are drawn at random, alike from all setups or from a
// list; another one begins with some random moves. The opening is drawn until its static value is near enough
// to even. One search of each position finds the move and labels the position, which is kept where it is
// quiet: an evaluation is asked about such positions, at the ends of variations, and a search says more of
// them than their evaluation. The table is kept from move to move. A few of the quiet positions that it
// evaluated on its way are searched and kept too, without a result: evaluated_game.h says why. In the first
// plies some moves are drawn from the best few of a cheaper search instead: one that is worse than the best
// by `temperature` is e times as rare.
//
// The positions at the ends of the principal variations may be kept as well, labelled by a further search, as
// WazirDrop does (T. Czajka, CodeCup 2026): their static values decide what is played. They take longer than
// others, and taught young networks less for the time.
//
// Drawing moves all game long from searches of several lines was tried, and lost.
#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/eval/chosen_evaluation.h"
#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "core/random.h"
#include "core/search/engine.h"
#include "core/search/evaluated_game.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// A search stops between two iterations, so that scores are those of whole ones; one iteration that takes much
// longer than those before is cut short all the same. `played` as EngineFor::search() has it.
template <GameRules R>
typename EngineFor<R>::Result search_whole_iterations(EngineFor<R>& engine,
                                                      const typename R::Position& position,
                                                      std::uint64_t nodes, int depth = kMaxDepth,
                                                      std::span<const std::uint64_t> played = {}) {
  constexpr std::uint64_t kMostTimes = 8;
  const auto goes_on = [nodes](const auto& found) { return found.depth == 0 || found.nodes < nodes; };
  return engine.search(position, {.depth = depth, .nodes = kMostTimes * nodes}, goes_on, played);
}

// Checks that networks of the game have a place for the position. Errors: kCorrupt.
template <FeatureSet F>
Status check_seen(const typename F::Position& position) {
  if (F::has_king_bucket(position, 0) && F::has_king_bucket(position, 1)) return ok_status();
  return corrupt("a position that no network can see");
}

template <GameRules R, FeatureSet F, PositionCoder C>
class LabellerOf final : public Labeller {
 public:
  LabellerOf(const C& coder, std::unique_ptr<EngineFor<R>> engine)
      : coder_(coder), engine_(std::move(engine)) {}

  // The engine forgets before each search, so that the order of the positions does not matter.
  Result<Score> search(std::span<const std::byte> record, std::uint64_t nodes) override {
    const auto position = seen(record);
    if (!position) return position.error();
    engine_->new_game();
    return search_whole_iterations<R>(*engine_, *position, nodes).score;
  }

  Result<Score> evaluate(std::span<const std::byte> record) override {
    const auto position = seen(record);
    if (!position) return position.error();
    return engine_->evaluate(*position);
  }

  std::uint64_t nodes() const override { return engine_->nodes(); }

 private:
  Result<typename R::Position> seen(std::span<const std::byte> record) const {
    auto position = position_of<C>(record, coder_);
    if (!position) return position;
    if (const Status sees = check_seen<F>(*position); !sees) return sees.error();
    return position;
  }

  C coder_;
  std::unique_ptr<EngineFor<R>> engine_;
};

// A trainable game: its rules, its features and how its positions are packed. Its functions are static, and its
// object holds nothing, but where rules are known at run time only; then it has features(), shared_features(),
// coder() and setups(), too. One that is drawn when a position has stood N times has a constant
// kRepetitionsThatDraw = N; one whose games would be too long otherwise has kMostPlies, after which they are drawn.
template <class L>
concept TrainableGame = GameRules<typename L::Rules> && FeatureSet<typename L::Features> &&
    PositionCoder<typename L::Coder> &&
    requires(const L& game, const typename L::Rules::Position& position, Feature feature, int turn) {
  { game.ply(position) } -> std::convertible_to<int>;
  // The evaluation that the game has without a network.
  requires EvaluatorOf<decltype(game.built_in()), typename L::Rules>;

  // These are as FeatureSpace has them.
  requires requires {
    { L::kSharedFeatures } -> std::convertible_to<int>;
  } || requires {
    { game.features() } -> std::same_as<std::size_t>;
    { game.shared_features() } -> std::same_as<std::size_t>;
    { game.coder() } -> std::same_as<typename L::Coder>;
    requires SetupsOf < std::decay_t<decltype(*game.setups())>,
    typename L::Rules > ;  // null: there are none
  };
  { L::kTurns } -> std::convertible_to<int>;
  { game.turned(turn, feature) } -> std::same_as<Feature>;
  // The value that a piece adds to the half of the material that its view counts: logit x 10,000.
  { game.material(feature) } -> std::convertible_to<Score>;
  requires SetupRules<typename L::Rules> || requires {
    { game.start() } -> std::same_as<typename L::Rules::Position>;
  };
};

// True if the features of a game are known at run time only.
template <class L>
concept HasFeaturesOfItsOwn = requires(const L& game) {
  game.features();
};

template <TrainableGame L>
class SelfPlay final : public GameGenerator {
 public:
  using Rules = typename L::Rules;
  using Position = typename Rules::Position;
  using Move = typename Rules::Move;
  using Engine = EngineFor<Rules>;
  using Sample = PositionSample<Position>;

  struct Player {
    std::unique_ptr<Engine> engine;    // searches one line, and offers the sample what it evaluates
    std::unique_ptr<Engine> explorer;  // searches several lines
  };

  // Without an `opponent`, `player` plays both sides.
  SelfPlay(const L& game, const SelfPlaySettings& settings, std::unique_ptr<Sample> sample, Player player,
           std::optional<Player> opponent)
      : game_(game),
        settings_(settings),
        sample_(std::move(sample)),
        player_(std::move(player)),
        opponent_(std::move(opponent)) {}

  void play(std::uint64_t number, std::vector<std::byte>& records) override {
    Random random(Random(settings_.seed).next() + number);
    for (Player* const player : {&player_, opponent_ ? &*opponent_ : &player_}) {
      player->engine->new_game();
      player->explorer->new_game();
    }
    Position position = draw_start(random);
    std::vector<std::uint64_t> played;
    std::vector<std::pair<Position, Score>> kept;
    ends_.clear();
    std::optional<int> result;  // for side 0
    for (Score score = 0; !(result = result_of(position, played, score));) {
      const bool drawn = draws_a_move(position, random);
      const bool learns = !drawn && !moves_opponent(position, number);
      Player& mover = moves_opponent(position, number) ? *opponent_ : player_;
      if (learns) sample_->begin(static_cast<std::size_t>(settings_.leaves), random.next());
      const Found found = drawn ? search(settings_.nodes / kCheaper, position, played, *mover.explorer)
                                : search(settings_.nodes, position, played, *mover.engine);
      for (const Position& leaf : sample_->take()) keep_leaf(leaf, records);
      if (learns && settings_.end_nodes > 0) keep_end(position, found, records);
      score = found.score;
      if (found.pv.empty()) result = for_side_0(position, Rules::without_moves(position));
      if (result) break;
      if (is_proven(score)) continue;
      const bool is_new = std::ranges::find(played, Rules::repetition_key(position)) == played.end();
      if (learns && is_new && is_quiet(position, found)) kept.emplace_back(position, score);
      played.push_back(Rules::repetition_key(position));
      Rules::play(position, drawn ? draw_move(found, random) : found.pv.front());
      score = 0;
    }
    for (const auto& [quiet, label] : kept)
      keep(quiet, label, Rules::side_to_move(quiet) == 0 ? *result : -*result, records);
  }

 private:
  using Found = typename Engine::Result;

  static constexpr std::uint64_t kCheaper = 4;      // times, is the search that moves are drawn from
  static constexpr std::uint64_t kCheaperLeaf = 2;  // times, is the search that labels a leaf
  static constexpr int kMostTries = 100;            // to draw an even start; then it is taken as it is

  bool moves_opponent(const Position& position, std::uint64_t game) const {
    return opponent_ && static_cast<std::uint64_t>(Rules::side_to_move(position)) != game % 2;
  }

  static std::optional<int> for_side_0(const Position& position, Outcome outcome) {
    const int sign = Rules::side_to_move(position) == 0 ? 1 : -1;
    if (outcome == Outcome::kWin) return sign;
    if (outcome == Outcome::kLoss) return -sign;
    if (outcome == Outcome::kDraw) return 0;
    return std::nullopt;
  }

  // The result: 1 won by side 0, 0 drawn, -1 lost. Nothing while the game continues; a proven score ends it.
  static std::optional<int> result_of(const Position& position, const std::vector<std::uint64_t>& played,
                                      Score score) {
    if (const auto decided = for_side_0(position, Rules::outcome(position))) return decided;
    if constexpr (requires { L::kRepetitionsThatDraw; }) {
      const auto before = std::ranges::count(played, Rules::repetition_key(position));
      if (before + 1 >= L::kRepetitionsThatDraw) return 0;
    }
    if (is_proven(score)) return for_side_0(position, score > 0 ? Outcome::kWin : Outcome::kLoss);
    if constexpr (requires { L::kMostPlies; })
      if (static_cast<int>(played.size()) >= L::kMostPlies) return 0;
    return std::nullopt;
  }

  Found search(std::uint64_t nodes, const Position& position, std::span<const std::uint64_t> played,
               Engine& engine) const {
    return search_whole_iterations<Rules>(engine, position, nodes, settings_.depth, played);
  }

  static bool is_checked(const Position& position) {
    if constexpr (RoyalRules<Rules>) return Rules::in_check(position);
    return false;
  }

  // True if a search says something of the evaluation of the position itself, and not of an exchange.
  static bool is_quiet(const Position& position, const Found& found) {
    return !is_checked(position) && !Rules::is_capture(position, found.pv.front());
  }

  void keep(const Position& position, Score label, int result, std::vector<std::byte>& records) const {
    using Features = typename L::Features;
    if (!Features::has_king_bucket(position, 0) || !Features::has_king_bucket(position, 1)) return;
    const auto record = pack_record<typename L::Coder>(position, {label, result, game_.ply(position)});
    records.insert(records.end(), record.begin(), record.end());
  }

  // True if a search would ask an evaluation about the position.
  static bool is_evaluated(const Position& position) {
    if (is_checked(position) || Rules::outcome(position) != Outcome::kOpen) return false;
    if constexpr (RoyalRules<Rules>) return !Rules::can_win(position);
    return true;
  }

  void keep_leaf(const Position& leaf, std::vector<std::byte>& records) {
    if (!is_evaluated(leaf)) return;
    Engine& engine = *player_.engine;
    if (engine.search_window(leaf, 0, -kInfiniteScore, kInfiniteScore, {}).score != engine.evaluate(leaf))
      return;
    const Found found = search(settings_.nodes / kCheaperLeaf, leaf, {}, engine);
    if (found.depth == 0 || found.pv.empty() || !is_quiet(leaf, found)) return;
    keep(leaf, found.score, kNoResult, records);
  }

  // The position whose static value the search of `position` came back with, once in a game: variations of one move
  // after the other often end alike.
  void keep_end(const Position& position, const Found& found, std::vector<std::byte>& records) {
    if (is_proven(found.score)) return;
    Position end = position;
    for (const Move move : found.pv) Rules::play(end, move);
    if (found.pv.empty() || !is_evaluated(end)) return;
    const std::uint64_t key = Rules::repetition_key(end);
    if (std::ranges::find(ends_, key) != ends_.end()) return;
    ends_.push_back(key);
    const Found further = search(settings_.end_nodes, end, {}, *player_.engine);
    if (further.depth > 0 && !further.pv.empty()) keep(end, further.score, kNoResult, records);
  }

  SetupId draw_setup(const SetupSpace& space, Random& random) const {
    if (settings_.setups.empty() || static_cast<int>(random.below(100)) < settings_.random_percent)
      return random.below(space.count());
    const SetupId id = settings_.setups[random.below(static_cast<std::uint32_t>(settings_.setups.size()))];
    return random.below(2) == 0 ? id : space.mirror(id);
  }

  template <class Setups>
  Position draw_setups(const Setups& setups, Random& random) const {
    const SetupId first = draw_setup(setups.reds(), random);
    return setups.position_after(first, draw_setup(setups.blues(), random));
  }

  // Draws both setups, or some random moves.
  Position draw_opening(Random& random) const {
    if constexpr (SetupRules<Rules>) {
      return draw_setups(SetupsOfRules<Rules>(), random);
    } else {
      if constexpr (HasFeaturesOfItsOwn<L>)
        if (const auto* setups = game_.setups()) return draw_setups(*setups, random);
      Position position = game_.start();
      const std::uint32_t plies = random.below(static_cast<std::uint32_t>(settings_.opening_plies) + 1);
      for (std::uint32_t ply = 0; ply < plies; ++ply) {
        MoveList<Move> moves;
        Rules::generate_all(position, moves);
        if (moves.empty()) return game_.start();
        Rules::play(position, moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
      }
      return Rules::outcome(position) == Outcome::kOpen ? position : game_.start();
    }
  }

  Position draw_start(Random& random) const {
    for (int tries = 1;; ++tries) {
      const Position position = draw_opening(random);
      if (tries == kMostTries || std::abs(player_.engine->evaluate(position)) <= settings_.balance)
        return position;
    }
  }

  bool draws_a_move(const Position& position, Random& random) const {
    return game_.ply(position) < settings_.sampled_plies &&
           static_cast<int>(random.below(100)) < settings_.sampled_percent;
  }

  // Weights are whole numbers, so that they add up to the same on every machine.
  Move draw_move(const Found& found, Random& random) const {
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

  L game_;
  const SelfPlaySettings& settings_;
  std::unique_ptr<Sample> sample_;
  Player player_;
  std::optional<Player> opponent_;
  std::vector<std::uint64_t> ends_;  // repetition keys of the ends of variations of this game that are kept
};

}  // namespace tabiya
