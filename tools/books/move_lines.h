// Lines of moves as people write them.
#pragma once

#include <string>
#include <vector>

#include "core/book/book_walk.h"

namespace tabiya::tools {

// The moves from the start of a tour to the one that is visited.
class MoveLine {
 public:
  // Sets the move at a ply; the moves behind it are forgotten.
  void set(int ply, const MoveText& move) {
    moves_.resize(static_cast<std::size_t>(ply));
    moves_.push_back(move);
  }

  std::string wire() const { return joined(&MoveText::wire); }
  std::string readable() const { return joined(&MoveText::readable); }

 private:
  std::string joined(std::string MoveText::*notation) const {
    std::string line;
    for (const MoveText& move : moves_) line += (line.empty() ? "" : " ") + move.*notation;
    return line;
  }

  std::vector<MoveText> moves_;
};

// "1. e4", "1... e5": `ply` counts from the position `start`.
inline std::string numbered_move(const BookWalk& start, int ply, const MoveText& move) {
  const int half = ply + start.side_to_move();
  return std::to_string(half / 2 + 1) + (half % 2 == 0 ? ". " : "... ") + move.readable;
}

}  // namespace tabiya::tools
