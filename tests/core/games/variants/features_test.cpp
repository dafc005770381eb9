// Features of games from files, the packing of their positions, evaluations that are kept up to date along games, and
// what setups are worth by them.
#include "core/games/variants/features.h"

#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <utility>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/variants/fen.h"
#include "core/games/variants/reader.h"
#include "core/games/variants/setup_values.h"
#include "core/games/variants/trainable.h"
#include "core/random.h"
#include "core/setup/plain_oracle.h"
#include "core/setup/separable_oracle.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/learning_checks.h"
#include "tests/support/checkout.h"

namespace tabiya::variants::features_test {

struct Game {
  std::shared_ptr<const Tables> tables;
  Position start;

  const FeatureLayout& layout() const { return *tables->layout; }
  Trainable trainable() const { return {{start}}; }
};

Game game_of(const std::string& text) {
  Game game;
  game.tables = *compile(*read_variant(text, {}));
  game.start = *parse_fen(*game.tables, game.tables->variant.start);
  if (game.tables->setups != nullptr) {
    EXPECT_TRUE(game.tables->setups->prepare(game.start));
  }
  return game;
}

Game child_of(const std::string& parent) { return game_of("[test:" + parent + "]\n"); }

Game game_of_file(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(test::source_path("data/variants/" + name)).rdbuf();
  return game_of(text.str());
}

// Castling, en passant, hands with promoted men that come back, promotions of all kinds, setups, no kings.
std::vector<Game> games() {
  std::vector<Game> all;
  for (const char* parent : {"chess", "crazyhouse", "makruk", "minishogi", "3check", "sittuyin", "giveaway"})
    all.push_back(child_of(parent));
  for (const char* file : {"0.1.ini", "placement.ini", "sittuyin.ini", "courtyard.ini", "chess960.ini"})
    all.push_back(game_of_file(file));
  return all;
}

// Calls visit(before, move, after) for each move of random games. Kings, captures, drops and castling are more
// frequent than by chance.
template <class Visit>
void play_random_games(const Game& game, int count_of_games, std::uint64_t seed, Visit visit) {
  Random random(seed);
  for (int i = 0; i < count_of_games; ++i) {
    Position position = game.start;
    if (game.tables->setups != nullptr) {
      const PlacedSetups setups{game.start};
      position =
          setups.position_after(random.below(setups.reds().count()), random.below(setups.blues().count()));
    }
    for (int ply = 0; ply < 150 && Rules::outcome(position) == Outcome::kOpen; ++ply) {
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      for (const Move other : moves) {
        const bool special = Rules::is_capture(position, other) || other.is(Move::Act::kPromote);
        if (other.is(Move::Act::kCastle) || position.is_en_passant(other) ||
            (special && random.below(20) == 0))
          move = other;
      }
      const Position before = position;
      position.play(move);
      visit(before, move, std::as_const(position));
    }
  }
}

bool is_seen(const Position& position) {
  return Features::has_king_bucket(position, 0) && Features::has_king_bucket(position, 1);
}

TEST(FileFeatures, AreThoseOfAllMenButTheOwnKing) {
  for (const Game& game : games()) {
    SCOPED_TRACE(game.tables->variant.name);
    int seen = 0;
    play_random_games(game, 10, 1, [&](const Position&, Move, const Position& position) {
      if (!is_seen(position)) return;
      ++seen;
      for (const int side : {0, 1}) {
        const FeatureList list = list_features<Features>(position, side);
        const std::span<const Feature> features = list;
        EXPECT_EQ(std::set(features.begin(), features.end()).size(), features.size());
        const int kings = game.layout().king() == kNoKind ? 0 : 1;
        EXPECT_LE(static_cast<int>(features.size()), position.count_all(0) + position.count_all(1) - kings);
        for (const Feature feature : features) {
          ASSERT_LT(feature, game.layout().count());
          const FeatureLayout::Meaning man = game.layout().meaning(feature);
          const int owner = man.is_own ? side : other(side);
          if (!man.square) {
            EXPECT_GT(position.in_hand(owner, man.kind), 0);
          } else {
            EXPECT_NE(position.men(owner, man.kind), 0u);
          }
        }
      }
    });
    EXPECT_GT(seen, 100);
  }
}

TEST(FileFeatures, SeeTheStartAlikeFromBothSides) {
  for (const char* parent : {"chess", "crazyhouse", "makruk", "minishogi"}) {
    const Game game = child_of(parent);
    std::array<std::multiset<Feature>, 2> seen;
    for (const int side : {0, 1}) {
      const FeatureList list = list_features<Features>(game.start, side);
      const std::span<const Feature> features = list;
      seen[at(side)].insert(features.begin(), features.end());
    }
    EXPECT_EQ(seen[0], seen[1]) << parent;
  }
}

template <class Evaluation, class Reference>
void check_along_games(const Game& game, const Evaluation& evaluation, Reference reference) {
  SCOPED_TRACE(game.tables->variant.name);
  tabiya::test::check_along_games<Rules>(
      evaluation, [&](auto visit) { play_random_games(game, 12, 8, visit); },
      [&](const Position& position, int mover) -> std::optional<Score> {
        if (!is_seen(position)) return std::nullopt;
        return reference(position, list_features<Features>(position, mover),
                         list_features<Features>(position, other(mover)));
      });
}

TEST(FileFeatures, WeightsAreKeptUpToDateAlongGames) {
  for (const Game& game : games()) {
    const FeatureWeights weights = tabiya::test::random_weights(2 * game.layout().count());
    ASSERT_TRUE(check_features<Features>(weights, game.layout().count()));
    check_along_games(game, WeightedEvaluation<Features>(weights),
                      [&](const Position& position, const FeatureList& mover, const FeatureList& other) {
                        return reference_evaluation(weights, mover, other, Features::phase(position));
                      });
  }
}

TEST(FileFeatures, NetworksAreKeptUpToDateAlongGames) {
  const KernelSet& kernels = *select_kernels().value();
  for (const Game& game : games()) {
    const auto features = static_cast<std::uint32_t>(game.layout().count());
    const auto network = PackedNetwork::make(tabiya::test::lively_network({features, 32}, 6)).value();
    check_along_games(game, NetworkEvaluation<Features>(network, kernels),
                      [&](const Position&, const FeatureList& mover, const FeatureList& other) {
                        return reference_evaluation(network.weights(), mover, other);
                      });
  }
}

TEST(FileFeatures, MoreMenThanANetworkSeesCountByTheirMoves) {
  const Game game = game_of(
      "[crowd:chess]\nking = -\ncommoner = k\ncastling = false\nextinctionValue = loss\nextinctionPieceTypes = k\n"
      "startFen = kkkkkkkk/pppppppp/8/8/8/8/PPPPPPPP/KKKKKKKK w - - 0 1\n");
  EXPECT_EQ(game.layout().king(), kNoKind);
  MenEvaluation::State state;
  EXPECT_EQ(Features::value_without_king(game.start), MenEvaluation().value(game.start, state));
}

TEST(FilePositionCoder, GivesBackPositionsAndAcceptsNothingElse) {
  static_assert(kRecordSize<Coder> == 76);
  for (const Game& game : games()) {
    SCOPED_TRACE(game.tables->variant.name);
    tabiya::test::RecordChecks<Coder> records{{game.tables.get()}};
    play_random_games(game, 10, 9, [&](const Position&, Move, Position position) {
      position.set_counting(0, 0);  // of moves towards a draw: records leave it out
      if (Rules::outcome(position) != Outcome::kOpen || Rules::in_check(position) || !is_seen(position))
        return;
      records.check(position, ply_of(position),
                    [&](const Position& back) { return format_fen(back) == format_fen(position); });
    });
    EXPECT_GT(records.accepted, 20);
    EXPECT_GT(records.refused, 20);
  }
}

TEST(FileSelfPlay, PlaysGamesToTheirEnd) {
  for (const Game& game : games()) {
    SCOPED_TRACE(game.tables->variant.name);
    tabiya::test::expect_self_play(LearningOf<Trainable>(game.trainable()),
                                   {.nodes = 30, .depth = 3, .leaves = 1, .sampled_plies = 60}, 1, 1,
                                   [](const SeenPosition&) {});
  }
}

// Weights that do not depend on where the own king stands.
FeatureWeights weights_for_all_buckets(const Game& game) {
  FeatureWeights weights = tabiya::test::random_weights(2 * game.layout().per_bucket());
  for (std::size_t i = 0; weights.weights.size() < 2 * game.layout().count(); ++i)
    weights.weights.push_back(weights.weights[i]);
  return weights;
}

TEST(FileSetupValues, OfWeightsAreThoseOfThePositions) {
  for (const char* file : {"sittuyin.ini", "0.1.ini", "courtyard.ini"}) {
    SCOPED_TRACE(file);
    const Game game = game_of_file(file);
    const PlacedSetups setups{game.start};
    const auto weights = std::make_shared<const FeatureWeights>(weights_for_all_buckets(game));
    const auto values = FileSetupValues::by_weights(setups, weights);
    EXPECT_EQ(values.has_value(), !game.layout().reflects());
    if (!values) continue;
    const WeightedEvaluation<Features> evaluation(*weights);
    Random random(9);
    for (int i = 0; i < 200; ++i) {
      const SetupId red = random.below(setups.reds().count()), blue = random.below(setups.blues().count());
      const Position position = setups.position_after(red, blue);
      WeightedEvaluation<Features>::State state;
      evaluation.reset(position, state);
      EXPECT_EQ(values->pair_value(values->red_value(red), values->blue_value(blue)),
                evaluation.value(position, state));
    }
    const auto by_king =
        std::make_shared<const FeatureWeights>(tabiya::test::random_weights(2 * game.layout().count()));
    EXPECT_FALSE(FileSetupValues::by_weights(setups, by_king));
  }
}

// But for the squares of the own kings, which their side does not see.
TEST(FileLearning, MaterialIsWhatMenAreWorth) {
  for (const Game& game : games()) {
    SCOPED_TRACE(game.tables->variant.name);
    const LearningOf<Trainable> learning(game.trainable());
    const FeatureWeights material = learning.material();
    const WeightedEvaluation<Features> weighted(material);
    play_random_games(game, 3, 11, [&](const Position&, Move, const Position& position) {
      if (!is_seen(position)) return;
      for (const int side : {0, 1})
        for (Kind kind = 0; kind < game.tables->kinds.size(); ++kind)
          if (position.in_hand(side, kind) > game.layout().hand_levels()) return;
      WeightedEvaluation<Features>::State state;
      MenEvaluation::State men;
      weighted.reset(position, state);
      const Score turn = men_are_burdens(*game.tables) ? 0 : kTurnValue;
      EXPECT_NEAR(weighted.value(position, state), MenEvaluation().value(position, men) - turn, 1'200)
          << format_fen(position);
    });
  }
}

}  // namespace tabiya::variants::features_test
