// How much of a game's time to spend on one move.
#pragma once

#include <algorithm>
#include <chrono>

namespace tabiya {

using Milliseconds = std::chrono::milliseconds;

struct MoveTime {
  Milliseconds enough;  // no iteration begins after this
  Milliseconds most;    // the search is cut short here
};

// Time for a move when `left` remains for the game. `moves_left`: how many more moves the side can make at
// most. Games are mostly shorter, so that early moves, which decide them, may take more than an even share.
// `reserve` is never touched: it pays for delays outside the search.
inline MoveTime time_for_move(Milliseconds left, int moves_left, Milliseconds reserve) {
  constexpr int kUsualMovesLeft = 18;
  const Milliseconds free = std::max(left - reserve, Milliseconds{0});
  const int shares = std::clamp(moves_left, 1, kUsualMovesLeft);
  return {free / (2 * shares), free / (shares + 1) * 3 / 2};
}

}  // namespace tabiya
