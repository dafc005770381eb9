#include "core/setup/pair_engine_of.h"

#include <gtest/gtest.h>

#include "core/games/pawn_race/evaluation.h"
#include "core/games/pawn_race/setups.h"
#include "core/search/engine.h"

namespace tabiya::pair_engine_test {

// Pawn Race, but the side that places second moves first, and is a pawn behind.
struct BlackBegins : pawn_race::Rules {
  static Position position_after(SetupId white, SetupId black) {
    Position position;
    position.put(pawn_race::Side::kWhite, static_cast<Square>(8 + white));
    position.put(pawn_race::Side::kWhite, 23);  // h3
    position.put(pawn_race::Side::kBlack, static_cast<Square>(48 + black));
    position.set_side(pawn_race::Side::kBlack);
    return position;
  }
};

template <class R>
std::shared_ptr<EngineFor<R>> make_engine() {
  return std::make_shared<SearchEngine<R, pawn_race::RaceEvaluation>>(
      pawn_race::RaceEvaluation(), nullptr,
      SearcherOptions{.table_bytes = 1 << 16, .parameters = kNoPruning});
}

constexpr int kDepth = 3;
constexpr SetupId kWhite = 1, kBlack = 4;

TEST(PairEngine, TellsRedValuesWhoeverMovesFirst) {
  const auto engine = make_engine<BlackBegins>();
  PairEngineOf<BlackBegins> pairs(engine);
  const auto position = BlackBegins::position_after(kWhite, kBlack);
  EXPECT_NE(engine->evaluate(position), 0);
  EXPECT_EQ(pairs.evaluate(kWhite, kBlack), -engine->evaluate(position));
  const auto search = [&](Score alpha, Score beta) {
    pairs.new_game();
    return pairs.search_window(kWhite, kBlack, kDepth, alpha, beta, {}).score;
  };
  const Score value = search(-kInfiniteScore, kInfiniteScore);
  engine->new_game();
  EXPECT_EQ(value, -engine->search_window(position, kDepth, -kInfiniteScore, kInfiniteScore, {}).score);
  EXPECT_LE(search(value + 10, value + 20), value + 10);
  EXPECT_GE(search(value - 20, value - 10), value - 10);
}

TEST(PairEngine, CountsTheNodesOfItsEngine) {
  const auto engine = make_engine<pawn_race::Rules>();
  PairEngineOf<pawn_race::Rules> pairs(engine);
  const WindowResult result =
      pairs.search_window(kWhite, kBlack, kDepth, -kInfiniteScore, kInfiniteScore, {.nodes = 100});
  EXPECT_TRUE(result.cut_short);
  EXPECT_EQ(pairs.nodes(), result.nodes);
}

}  // namespace tabiya::pair_engine_test
