// What the tests share that are run over all game modules.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya {

class Conformance : public ::testing::TestWithParam<const GameModule*> {
 protected:
  const GameModule& game() const { return *GetParam(); }

  // The first position in which moves are made, after setups drawn at random where the game has them.
  PositionHandle opening(Random& random) const {
    const SetupPhase* setups = game().setup_phase();
    if (setups == nullptr) return game().start();
    return setups->position_after(random.below(setups->reds().count()),
                                  random.below(setups->blues().count()));
  }

  // Plays a random game and calls visit(position) for each of its positions, the last one included.
  template <class Visit>
  void play_random_game(Random& random, Visit visit) const {
    PositionHandle position = opening(random);
    for (int ply = 0; ply <= game().facts().ply_limit; ++ply) {
      visit(*position);
      const std::vector<MoveText> moves = position->moves();
      if (moves.empty()) return;
      const MoveText& move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
      const Result<PositionHandle> next = position->after(move.wire);
      ASSERT_TRUE(next) << position->text() << " " << move.wire << ": " << next.error().message;
      position = *next;
    }
    FAIL() << "the game goes on after its limit of plies: " << position->text();
  }
};

inline std::string name_of_game(const ::testing::TestParamInfo<const GameModule*>& game) {
  return std::string(game.param->name());
}

}  // namespace tabiya
