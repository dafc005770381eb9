// The features of Ard Rì, the packing of its positions, and evaluations that are kept up to date along its
// games.
#include "core/games/ard_ri/features.h"

#include <gtest/gtest.h>

#include <set>
#include <span>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/ard_ri/notation.h"
#include "core/games/ard_ri/trainable.h"
#include "core/learn/learning.h"
#include "core/random.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/learning_checks.h"

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

template <class Evaluation, class Reference>
void check_along_games(const Evaluation& evaluation, Reference reference) {
  int ended = 0;
  tabiya::test::check_along_games<Rules>(
      evaluation, [](auto visit) { play_random_games(90, 4, visit); },
      [&](const Position& position, int mover) -> std::optional<Score> {
        ended += position.king() == kNoSquare;
        if (position.king() == kNoSquare) return -kMaxEvaluation;
        return reference(list_features<Features>(position, mover),
                         list_features<Features>(position, 1 - mover));
      });
  EXPECT_GT(ended, 0);
}

TEST(ArdRiFeatures, WeightsAreKeptUpToDateAlongGames) {
  const FeatureWeights weights = tabiya::test::random_weights(Features::kFeatures);
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
  tabiya::test::RecordChecks<Coder> records;
  play_random_games(20, 9, [&](const Position& position, Move, const Position&) {
    records.check(position, position.ply(), [&](const Position& back) {
      return format_position(back) == format_position(position) && back.ply() == position.ply() &&
             back.hash() == position.hash();
    });
  });
  EXPECT_GT(records.accepted, 50);
  EXPECT_GT(records.refused, 50);
}

// Self-play ends by repetition, too.
TEST(ArdRiSelfPlay, PlaysGamesToTheirEnd) {
  tabiya::test::expect_self_play(LearningOf<Trainable>(),
                                 {.nodes = 50, .depth = 3, .leaves = 1, .opening_plies = 4}, 6, 6,
                                 [](const SeenPosition&) {});
}

}  // namespace tabiya::ard_ri::ard_ri_features_test
