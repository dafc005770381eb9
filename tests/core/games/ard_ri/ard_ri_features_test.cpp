// The features of Ard Rì, the packing of its positions, and evaluations that are kept up to date along its
// games.
#include "core/games/ard_ri/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <span>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/ard_ri/notation.h"
#include "core/games/ard_ri/trainable.h"
#include "core/learn/learning.h"
#include "core/learn/learning_of.h"
#include "core/random.h"
#include "core/search/evaluated_game.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::ard_ri::ard_ri_features_test {

// Calls visit(before, move, after) for each move of random games. The king moves often.
template <class Visit>
void play_random_games(int games, std::uint64_t seed, Visit visit) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    Position position = Position::start();
    for (;;) {
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      for (const Move other : moves)
        if (other.from() == position.king() && random.below(3) == 0) move = other;
      const Position before = position;
      position.play(move);
      visit(before, move, std::as_const(position));
    }
  }
}

Position turned(const Position& position, int symmetry) {
  Position result;
  for (const Side side : {Side::kDefenders, Side::kAttackers})
    for (Bitboard men = position.men(side); men != 0;)
      result.put_man(side, apply_symmetry<Board>(symmetry, pop_lowest(men)));
  result.put_king(apply_symmetry<Board>(symmetry, position.king()));
  result.set_side(position.side_to_move());
  return result;
}

std::multiset<Feature> features_of(const Position& position, int side, int turn = 0) {
  const FeatureList list = list_features<Features>(position, side);
  std::multiset<Feature> features;
  for (const Feature feature : std::span<const Feature>(list))
    features.insert(Trainable::turned(turn, feature));
  return features;
}

TEST(ArdRiFeatures, AreAsManyAsThereArePieces) {
  EXPECT_EQ(Features::kFeatures, 2'940);
  play_random_games(20, 1, [](const Position& position, Move, const Position&) {
    const auto pieces = static_cast<std::size_t>(count(position.occupied()));
    EXPECT_EQ(features_of(position, 0).size(), pieces);
    EXPECT_EQ(features_of(position, 1).size(), pieces);
    for (const Feature feature : features_of(position, 0))
      EXPECT_FALSE(features_of(position, 1).contains(feature));  // each side has its own
  });
}

// A turned board has the features of the board, but for turns that leave the king's square where it is.
TEST(ArdRiFeatures, OfATurnedBoardAreTurnsOfItsOwn) {
  int turns_needed = 0;
  play_random_games(20, 2, [&](const Position& position, Move, const Position&) {
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const auto wanted = features_of(turned(position, symmetry), 1);
      turns_needed += wanted != features_of(position, 1);
      bool found = false;
      for (int turn = 0; turn < Trainable::kTurns && !found; ++turn)
        found = features_of(position, 1, turn) == wanted;
      EXPECT_TRUE(found) << format_position(position) << " " << symmetry;
    }
  });
  EXPECT_GT(turns_needed, 100);
}

TEST(ArdRiFeatures, MaterialCountsMenAndBeginsEven) {
  const FeatureWeights material = LearningOf<Trainable>().material();
  const WeightedEvaluation<Features> evaluation(material);
  play_random_games(20, 3, [&](const Position& position, Move, const Position&) {
    const int attackers_lost = 16 - count(position.men(Side::kAttackers));
    const int defenders_lost = 8 - count(position.men(Side::kDefenders));
    const Score defenders = 1'000 * (attackers_lost - defenders_lost);
    WeightedEvaluation<Features>::State state;
    evaluation.reset(position, state);
    EXPECT_EQ(evaluation.value(position, state),
              position.side_to_move() == Side::kDefenders ? defenders : -defenders);
  });
}

// Values that are asked for now and then along a game are those from scratch, and those of the reference.
template <class Evaluation, class Reference>
void check_along_games(const Evaluation& evaluation, Reference reference) {
  using Game = EvaluatedGame<Rules, Evaluation>;
  const Game game(evaluation);
  Random random(7);
  const auto nodes = std::make_unique<std::array<typename Game::Node, kPlyLimit + 2>>();
  int ended = 0;
  play_random_games(30, 4, [&](const Position& before, Move move, const Position& after) {
    const auto ply = static_cast<std::size_t>(before.ply());
    if (ply == 0) (*nodes)[0] = game.root(before);
    game.make((*nodes)[ply], move, (*nodes)[ply + 1]);
    if (after.king() == kNoSquare) {
      EXPECT_EQ(game.evaluate((*nodes)[ply + 1]), -kMaxEvaluation);
      ++ended;
    } else if (random.below(4) == 0) {
      const int mover = Rules::side_to_move(after);
      ASSERT_EQ(game.evaluate((*nodes)[ply + 1]),
                reference(list_features<Features>(after, mover), list_features<Features>(after, 1 - mover)))
          << format_position(after);
    }
  });
  EXPECT_GT(ended, 0);
}

TEST(ArdRiFeatures, WeightsAreKeptUpToDateAlongGames) {
  FeatureWeights weights;
  Random random(5);
  for (int i = 0; i < Features::kFeatures; ++i)
    weights.weights.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(4'001)) - 2'000));
  weights.bias = 123;
  check_along_games(WeightedEvaluation<Features>(weights),
                    [&](const FeatureList& mover, const FeatureList& other) {
                      return reference_evaluation(weights, mover, other);
                    });
}

TEST(ArdRiFeatures, NetworksAreKeptUpToDateAlongGames) {
  const auto network =
      PackedNetwork::make(tabiya::test::lively_network({Features::kFeatures, 32}, 6)).value();
  const KernelSet& kernels = *select_kernels().value();
  check_along_games(NetworkEvaluation<Features>(network, kernels),
                    [&](const FeatureList& mover, const FeatureList& other) {
                      return reference_evaluation(network.weights(), mover, other);
                    });
}

TEST(ArdRiPositionCoder, GivesBackPositionsAndAcceptsNothingElse) {
  static_assert(kRecordSize<Coder> == 18);
  Random random(8);
  int accepted = 0, refused = 0;
  play_random_games(20, 9, [&](const Position& position, Move, const Position&) {
    const Lesson lesson{-770, 1, position.ply()};
    PackedRecord<Coder> record = pack_record<Coder>(position, lesson);
    const auto back = position_of<Coder>(record);
    ASSERT_TRUE(back) << format_position(position) << ": " << back.error().message;
    EXPECT_EQ(format_position(*back), format_position(position));
    EXPECT_EQ(back->ply(), position.ply());
    EXPECT_EQ(back->hash(), position.hash());
    EXPECT_EQ(lesson_of(record), lesson);
    const std::uint32_t bit = random.below(8 * kRecordSize<Coder>);
    record[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    const auto other = position_of<Coder>(record);
    ++(other ? accepted : refused);
    if (!other) return;
    EXPECT_EQ(pack_record<Coder>(*other, lesson_of(record)), record);
  });
  EXPECT_GT(accepted, 50);
  EXPECT_GT(refused, 50);
}

// Self-play ends by repetition, too, and its records are of positions of its games.
TEST(ArdRiSelfPlay, PlaysGamesToTheirEnd) {
  const SelfPlaySettings settings{.nodes = 50, .depth = 3, .leaves = 1, .opening_plies = 4};
  const LearningOf<Trainable> learning;
  const auto make = [&] {
    return std::move(learning.make_generator({}, nullptr, settings, {.table_bytes = 1 << 16})).value();
  };
  const auto first = make(), second = make();
  std::vector<std::byte> records, again;
  for (std::uint64_t game = 0; game < 6; ++game) first->play(game, records);
  for (std::uint64_t game = 0; game < 6; ++game) second->play(game, again);
  EXPECT_EQ(records, again);
  EXPECT_GT(records.size(), 6 * learning.record_size());
  for (std::span<const std::byte> rest = records; !rest.empty();
       rest = rest.subspan(learning.record_size())) {
    const auto seen = learning.see(rest.first(learning.record_size()));
    ASSERT_TRUE(seen) << seen.error().message;
  }
}

}  // namespace tabiya::ard_ri::ard_ri_features_test
