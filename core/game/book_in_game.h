// A book that is followed in games of positions behind handles.
#pragma once

#include <optional>
#include <span>

#include "core/book/book_follower.h"
#include "core/game/game_position.h"

namespace tabiya {

class BookInGame {
 public:
  // `book`: empty for none; what it refers to outlives this.
  BookInGame(const FollowedBook& book, const OpeningOptions& options);

  // The move to play at the end of a game; nothing where the book does not know it, and where the position
  // has stood before, or where a search of `own_nodes` says more, as BookFollower::choose() has it.
  std::optional<MoveText> move(std::span<const PositionHandle> line, double own_nodes = 0);

 private:
  std::optional<BookFollower> follower_;
};

}  // namespace tabiya
