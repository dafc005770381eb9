#include "booksearch/explain/piece_worth.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "core/games/games.h"

namespace tabiya::booksearch {
namespace piece_worth_test {

std::unique_ptr<GameEngine> engine_of(const GameModule& game) {
  auto engine = game.make_engine({}, {.table_bytes = std::size_t{1} << 20});
  EXPECT_TRUE(engine);
  return *std::move(engine);
}

// The value with those of the pieces that have a bit in `present`.
double value_of(const GameEngine& engine, const GamePosition& position, const PieceWorths& pieces,
                std::uint32_t present) {
  PositionHandle rest;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if ((present >> i & 1) == 0) rest = (rest ? *rest : position).without(pieces[i].square);
  const auto value = static_value(engine, rest ? *rest : position);
  EXPECT_TRUE(value);
  return value.value_or(0);
}

// By the definition: the mean over all sets of the others, each weighted by how many orders begin with it.
std::vector<double> shapley_values(const GameEngine& engine, const GamePosition& position,
                                   const PieceWorths& pieces) {
  const std::size_t count = pieces.size();
  std::vector<double> values(count);
  for (std::uint32_t set = 0; set < 1u << count; ++set) {
    const auto size = static_cast<double>(std::popcount(set));
    const double orders = std::tgamma(size + 1) * std::tgamma(static_cast<double>(count) - size);
    for (std::size_t i = 0; i < count; ++i) {
      if (set >> i & 1) continue;
      values[i] +=
          orders / std::tgamma(static_cast<double>(count) + 1) *
          (value_of(engine, position, pieces, set | 1u << i) - value_of(engine, position, pieces, set));
    }
  }
  return values;
}

struct Example {
  const char* game;
  const char* position;
};

class WorthsOf : public ::testing::TestWithParam<Example> {};

TEST_P(WorthsOf, PiecesAreTheirShapleyValues) {
  const GameModule& game = *find_game(GetParam().game);
  const PositionHandle position = game.parse_position(GetParam().position).value();
  const auto engine = engine_of(game);
  const PieceWorths pieces = piece_worths(*engine, *position);
  ASSERT_GE(pieces.size(), 3u);
  const std::vector<double> values = shapley_values(*engine, *position, pieces);
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const bool own = pieces[i].side == static_cast<std::size_t>(position->side_to_move());
    EXPECT_NEAR(own ? pieces[i].worth : -pieces[i].worth, values[i], 5 * pieces[i].error + 1)
        << pieces[i].square;
  }
}

// Which holds for every order that is drawn, so without an error.
TEST_P(WorthsOf, PiecesAddUpToTheValueOfThePosition) {
  const GameModule& game = *find_game(GetParam().game);
  const PositionHandle position = game.parse_position(GetParam().position).value();
  const auto engine = engine_of(game);
  const PieceWorths pieces = piece_worths(*engine, *position);
  double sum = 0;
  for (const PieceWorth& piece : pieces)
    sum += piece.side == static_cast<std::size_t>(position->side_to_move()) ? piece.worth : -piece.worth;
  const double all = value_of(*engine, *position, pieces, (1u << pieces.size()) - 1);
  EXPECT_NEAR(sum, all - value_of(*engine, *position, pieces, 0), 1e-6);
}

INSTANTIATE_TEST_SUITE_P(Games, WorthsOf,
                         ::testing::Values(Example{"chess", "6k1/1pp5/8/3n4/8/2P5/1P2R3/4K3 w - - 0 1"},
                                           Example{"chess", "3qk3/8/8/8/8/8/4P3/3QK2R b - - 0 1"},
                                           Example{"zero_point_one", "W7/D1A5/8/5N2/8/6f1/2d5/7w r - 20"}));

TEST(PieceWorth, OfGamesThatDoNotKnowItIsEmpty) {
  const GameModule& game = *find_game("pawn_race");
  const PositionHandle position = game.parse_position("8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1").value();
  EXPECT_TRUE(piece_worths(*engine_of(game), *position).empty());
}

}  // namespace piece_worth_test
}  // namespace tabiya::booksearch
