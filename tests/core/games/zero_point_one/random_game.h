// Random play for tests.
#pragma once

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/setup.h"
#include "core/random.h"

namespace tabiya::zero_point_one {

inline Setup random_setup(Random& random) { return unrank(random.below(SetupRanking::size())); }

inline Position random_start(Random& random) {
  Position position;
  position.place(random_setup(random));
  position.place(random_setup(random));
  return position;
}

// Plays random legal moves from random setups to the end of a game, and calls visit(position, move) before
// each of them. Captures of the wazir are avoided where there is a choice, so that games grow long.
template <class Visit>
Position play_random_game(Random& random, Visit&& visit) {
  Position position = random_start(random);
  for (;;) {
    Moves moves;
    generate_all(position, moves);
    if (moves.empty()) return position;
    Move move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    for (int tries = 0;
         tries < 8 && position.is_capture(move) && position.at(move.to()).kind() == Kind::kWazir; ++tries) {
      move = moves[random.below(static_cast<std::uint32_t>(moves.size()))];
    }
    visit(std::as_const(position), move);
    position.play(move);
  }
}

}  // namespace tabiya::zero_point_one
