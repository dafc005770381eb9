#include "core/search/move_picker.h"

#include <gtest/gtest.h>

#include <set>
#include <vector>

#include "core/random.h"
#include "tests/core/search/toy_game.h"

namespace tabiya::move_picker_test {

using Moves = MoveList<toy::Move>;

struct Case {
  toy::Game game{toy::Rules{}};
  toy::Node node;
  toy::Move table_move;
  Killers<toy::Move> killers;
  SearchMemory<toy::Game> memory{game, SearchParameters()};
};

std::vector<toy::Move> moves_of(const Case& at, std::initializer_list<MoveKind> kinds) {
  Moves moves;
  for (const MoveKind move_kind : kinds) at.game.generate(at.node, move_kind, moves);
  return {moves.begin(), moves.end()};
}

// A node with two royal pieces and some others; the remembered moves are its own, or none of its own.
Case random_case(Random& random) {
  Case made;
  std::vector<int> squares;
  for (int square = 0; square < 16; ++square) squares.push_back(square);
  for (const int piece :
       {+toy::kRoyal, +toy::kFerz, +toy::kKnight, -toy::kRoyal, -toy::kFerz, -toy::kKnight}) {
    const auto at = squares.begin() + random.below(static_cast<std::uint32_t>(squares.size()));
    made.node.board[static_cast<std::size_t>(*at)] = static_cast<std::int8_t>(piece);
    squares.erase(at);
  }
  made.node.side = static_cast<int>(random.below(2));
  Moves all;
  made.game.generate_all(made.node, all);
  const auto any = [&] {
    return random.below(4) == 0 || all.empty()
               ? toy::Move::of(static_cast<int>(random.below(16)), static_cast<int>(random.below(16)))
               : all[random.below(static_cast<std::uint32_t>(all.size()))];
  };
  if (random.below(2) == 0) made.table_move = any();
  made.killers.add(any());
  made.killers.add(any());
  for (const toy::Move move : all)
    made.memory.history().update(made.node.side, move.bits(), static_cast<int>(random.below(200)));
  return made;
}

MovePicker<toy::Game> picker_of(const Case& at) {
  return {at.game, at.node, PickerMode::kAllMoves, at.table_move, at.killers, at.memory, {at.node.side}};
}

TEST(MovePicker, GivesEveryMoveOnce) {
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Case at = random_case(random);
    Moves all;
    at.game.generate_all(at.node, all);
    std::set<std::uint16_t> expected, given;
    for (const toy::Move move : all) expected.insert(move.bits());
    auto picker = picker_of(at);
    for (toy::Move move = picker.next(); move != toy::Move{}; move = picker.next())
      ASSERT_TRUE(given.insert(move.bits()).second) << "case " << i;
    ASSERT_EQ(given, expected) << "case " << i;
  }
}

// As a search does that skips at the first, second, … quiet move after the table's.
TEST(MovePicker, GoesOnWithAllForcingMovesWhenItSkipsTheOthers) {
  Random random(2);
  int forcing_killers = 0;
  for (int i = 0; i < 4000; ++i) {
    const Case at = random_case(random);
    std::set<std::uint16_t> forcing, tried;
    for (const toy::Move move : moves_of(at, {MoveKind::kChecks, MoveKind::kCheckThreats}))
      forcing.insert(move.bits());
    std::uint32_t before = random.below(4);
    auto picker = picker_of(at);
    for (toy::Move move = picker.next(); move != toy::Move{}; move = picker.next()) {
      const bool quiet = !at.game.is_capture(at.node, move);
      if (quiet && move != at.table_move && before > 0) {
        --before;
      } else if (quiet && move != at.table_move) {
        picker.skip_unforcing_quiets();
        if (!picker.was_forcing()) continue;
        ASSERT_TRUE(forcing.contains(move.bits())) << "case " << i;
        forcing_killers += move == at.killers.moves[0] || move == at.killers.moves[1];
      }
      ASSERT_TRUE(tried.insert(move.bits()).second) << "case " << i;
    }
    for (const std::uint16_t move : forcing) ASSERT_TRUE(tried.contains(move)) << "case " << i;
  }
  EXPECT_GT(forcing_killers, 100);
}

}  // namespace tabiya::move_picker_test
