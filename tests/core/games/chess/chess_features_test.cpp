// The features of chess, the packing of its positions, and evaluations that are kept up to date along its
// games.
#include "core/games/chess/features.h"

#include <gtest/gtest.h>

#include <set>
#include <span>
#include <utility>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/setups.h"
#include "core/games/chess/trainable.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/learning_checks.h"

namespace tabiya::chess::chess_features_test {

// Calls visit(before, move, after) for each move of random games from random arrays. Kings, captures and
// castling are more frequent than by chance.
template <class Visit>
void play_random_games(int games, std::uint64_t seed, Visit visit) {
  Random random(seed);
  for (int i = 0; i < games; ++i) {
    Position position = Rules::position_after(random.below(Arrays::kCount), random.below(Arrays::kCount));
    while (Rules::outcome(position) == Outcome::kOpen) {
      MoveList<Move> moves;
      Rules::generate_all(position, moves);
      if (moves.empty()) break;
      Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      for (const Move other : moves) {
        const bool en_passant =
            has(position.men(Kind::kPawn), other.from()) && other.to() == position.passed_square();
        const bool special =
            has(position.men(Kind::kKing), other.from()) || Rules::is_capture(position, other);
        if (en_passant || (special && random.below(20) == 0)) move = other;
      }
      const Position before = position;
      position.play(move);
      visit(before, move, std::as_const(position));
    }
  }
}

// The board upside down with the colours exchanged; no castling, so that it may be reflected, too.
Position turned(const Position& position, bool reflected) {
  Position result;
  for (const Side side : kSides)
    for (const Kind kind : kKinds)
      for (Bitboard men = position.men(side, kind); men != 0;)
        result.put(other(side), kind, static_cast<Square>(pop_lowest(men) ^ (reflected ? 63 : 56)));
  result.set_side(other(position.side_to_move()));
  return result;
}

std::multiset<Feature> features_of(const Position& position, Side side) {
  const FeatureList list = list_features<Features>(position, index(side));
  const std::span<const Feature> features = list;
  return {features.begin(), features.end()};
}

TEST(ChessFeatures, AreThoseOfAllMenButTheOwnKing) {
  EXPECT_EQ(Features::kFeatures, 22'528);
  play_random_games(20, 1, [](const Position& position, Move, const Position&) {
    for (const Side side : kSides) {
      const auto features = features_of(position, side);
      EXPECT_EQ(features.size(), static_cast<std::size_t>(count(position.occupied()) - 1));
      EXPECT_EQ(std::set(features.begin(), features.end()).size(), features.size());
      EXPECT_LT(*features.rbegin(), Features::kFeatures);
    }
  });
}

TEST(ChessFeatures, AreTheSameForBothSidesAndBothWings) {
  play_random_games(20, 2, [](const Position& position, Move, const Position&) {
    for (const bool reflected : {false, true})
      for (const Side side : kSides)
        EXPECT_EQ(features_of(turned(position, reflected), other(side)), features_of(position, side))
            << format_fen(position);
  });
}

TEST(ChessFeatures, PhaseIsWholeAtTheStartAndNothingWithPawns) {
  EXPECT_EQ(Features::phase(Rules::position_after(518, 0)), kMiddlegame);
  EXPECT_EQ(Features::phase(*parse_fen("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1")), 0);
  EXPECT_EQ(Features::phase(*parse_fen("4k3/8/8/8/8/8/8/QQQQKQQQ b - - 0 1")), kMiddlegame);
  EXPECT_EQ(Features::phase(*parse_fen("3qk3/8/8/8/8/8/8/RR2K2N w - - 0 1")), 9 * kMiddlegame / 24);
}

TEST(ChessFeatures, MaterialCountsMen) {
  WeightedEvaluation<Features>::State state;
  const auto evaluation = Trainable::built_in();
  const auto value = [&](const char* fen) {
    const Position position = *parse_fen(fen);
    evaluation.reset(position, state);
    return evaluation.value(position, state);
  };
  EXPECT_EQ(value("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), 3'000);
  EXPECT_EQ(value("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"), -3'000);
  EXPECT_EQ(value("q3k3/8/8/8/8/8/8/RN2K3 w - - 0 1"), -3'000);
  EXPECT_EQ(value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), 0);
}

template <class Evaluation, class Reference>
void check_along_games(const Evaluation& evaluation, Reference reference) {
  int castlings = 0, promotions = 0, en_passants = 0;
  const auto play = [&](auto visit) {
    play_random_games(30, 8, [&](const Position& before, Move move, const Position& after) {
      castlings += has(before.men(Kind::kKing), move.from()) && before.is_castling(move);
      promotions += move.promotion().has_value();
      en_passants += has(before.men(Kind::kPawn), move.from()) && move.to() == before.passed_square();
      visit(before, move, after);
    });
  };
  tabiya::test::check_along_games<Rules>(
      evaluation, play, [&](const Position& position, int mover) -> std::optional<Score> {
        return reference(position, list_features<Features>(position, mover),
                         list_features<Features>(position, 1 - mover));
      });
  EXPECT_GT(castlings, 5);
  EXPECT_GT(promotions, 5);
  EXPECT_GT(en_passants, 5);
}

TEST(ChessFeatures, WeightsAreKeptUpToDateAlongGames) {
  const FeatureWeights weights = tabiya::test::random_weights(2 * Features::kFeatures);
  ASSERT_TRUE(check_features<Features>(weights));
  check_along_games(WeightedEvaluation<Features>(weights),
                    [&](const Position& position, const FeatureList& mover, const FeatureList& other) {
                      return reference_evaluation(weights, mover, other, Features::phase(position));
                    });
}

TEST(ChessFeatures, NetworksAreKeptUpToDateAlongGames) {
  const auto network =
      PackedNetwork::make(tabiya::test::lively_network({Features::kFeatures, 32}, 6)).value();
  const KernelSet& kernels = *select_kernels().value();
  check_along_games(NetworkEvaluation<Features>(network, kernels),
                    [&](const Position&, const FeatureList& mover, const FeatureList& other) {
                      return reference_evaluation(network.weights(), mover, other);
                    });
}

TEST(ChessPositionCoder, GivesBackPositionsAndAcceptsNothingElse) {
  static_assert(kRecordSize<Coder> == 30);
  tabiya::test::RecordChecks<Coder> records;
  play_random_games(20, 9, [&](const Position&, Move, const Position& position) {
    if (Rules::outcome(position) != Outcome::kOpen) return;
    records.check(position, ply_of(position), [&](const Position& back) { return back == position; });
  });
  EXPECT_GT(records.accepted, 500);
  EXPECT_GT(records.refused, 500);
}

TEST(ChessSelfPlay, PlaysGamesToTheirEnd) {
  tabiya::test::expect_self_play(LearningOf<Trainable>(), {.nodes = 50, .depth = 3, .leaves = 1}, 3, 30,
                                 [](const SeenPosition& seen) { EXPECT_TRUE(seen.phase); });
}

}  // namespace tabiya::chess::chess_features_test
