// The features of chess, the packing of its positions, and evaluations that are kept up to date along its
// games.
#include "core/games/chess/features.h"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/chess/fen.h"
#include "core/games/chess/trainable.h"
#include "core/learn/learning_of.h"
#include "core/random.h"
#include "core/search/evaluated_game.h"
#include "tests/core/eval/random_network.h"

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

// Values that are asked for now and then along a game are those from scratch, and those of the reference.
template <class Evaluation, class Reference>
void check_along_games(const Evaluation& evaluation, Reference reference) {
  using Game = EvaluatedGame<Rules, Evaluation>;
  const Game game(evaluation);
  Random random(7);
  int castlings = 0, promotions = 0, en_passants = 0;
  const auto line = std::make_unique<std::array<typename Game::Node, 65>>();
  std::size_t last = line->size() - 1;  // of the line, which begins again where it is full
  play_random_games(30, 8, [&](const Position& before, Move move, const Position& after) {
    castlings += has(before.men(Kind::kKing), move.from()) && before.is_castling(move);
    promotions += move.promotion().has_value();
    en_passants += has(before.men(Kind::kPawn), move.from()) && move.to() == before.passed_square();
    if (last + 1 == line->size() || (*line)[last].position != before) (*line)[last = 0] = game.root(before);
    game.make((*line)[last], move, (*line)[last + 1]);
    ++last;
    if (random.below(3) > 0) return;
    const int mover = Rules::side_to_move(after);
    const Score value = game.evaluate((*line)[last]);
    ASSERT_EQ(value, reference(after, list_features<Features>(after, mover),
                               list_features<Features>(after, 1 - mover)))
        << format_fen(before) << " " << move.bits();
    // Giving the turn away changes the view alone.
    if (last + 1 == line->size()) return;
    auto& passed = (*line)[last + 1];
    game.pass((*line)[last], passed);
    ASSERT_EQ(game.evaluate(passed), reference(passed.position, list_features<Features>(after, 1 - mover),
                                               list_features<Features>(after, mover)));
  });
  EXPECT_GT(castlings, 5);
  EXPECT_GT(promotions, 5);
  EXPECT_GT(en_passants, 5);
}

TEST(ChessFeatures, WeightsAreKeptUpToDateAlongGames) {
  FeatureWeights weights;
  Random random(5);
  for (int i = 0; i < 2 * Features::kFeatures; ++i)
    weights.weights.push_back(static_cast<std::int16_t>(static_cast<int>(random.below(4'001)) - 2'000));
  weights.bias = 123;
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
  Random random(8);
  int accepted = 0, refused = 0;
  play_random_games(20, 9, [&](const Position&, Move, const Position& position) {
    if (Rules::outcome(position) != Outcome::kOpen) return;
    const Lesson lesson{-770, 1, ply_of(position)};
    PackedRecord<Coder> record = pack_record<Coder>(position, lesson);
    const auto back = position_of<Coder>(record);
    ASSERT_TRUE(back) << format_fen(position) << ": " << back.error().message;
    EXPECT_EQ(*back, position) << format_fen(position);
    EXPECT_EQ(lesson_of(record), lesson);
    for (int i = 0; i < 4; ++i) {
      PackedRecord<Coder> flipped = record;
      const std::uint32_t bit = random.below(8 * kRecordSize<Coder>);
      flipped[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
      const auto other = position_of<Coder>(flipped);
      ++(other ? accepted : refused);
      if (!other) continue;
      EXPECT_EQ(pack_record<Coder>(*other, lesson_of(flipped)), flipped);
    }
  });
  EXPECT_GT(accepted, 500);
  EXPECT_GT(refused, 500);
}

TEST(ChessSelfPlay, PlaysGamesToTheirEnd) {
  const SelfPlaySettings settings{.nodes = 50, .depth = 3, .leaves = 1};
  const LearningOf<Trainable> learning;
  const auto make = [&] {
    return std::move(learning.make_generator({}, nullptr, settings, {.table_bytes = 1 << 16})).value();
  };
  const auto first = make(), second = make();
  std::vector<std::byte> records, again;
  for (std::uint64_t game = 0; game < 3; ++game) first->play(game, records);
  for (std::uint64_t game = 0; game < 3; ++game) second->play(game, again);
  EXPECT_EQ(records, again);
  EXPECT_GT(records.size(), 30 * learning.record_size());
  for (std::span<const std::byte> rest = records; !rest.empty();
       rest = rest.subspan(learning.record_size())) {
    const auto seen = learning.see(rest.first(learning.record_size()));
    ASSERT_TRUE(seen) << seen.error().message;
    EXPECT_TRUE(seen->phase);
  }
}

}  // namespace tabiya::chess::chess_features_test
