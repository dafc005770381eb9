// A book of lines that is followed in games of positions behind handles.
#pragma once

#include <memory>
#include <optional>
#include <span>

#include "core/book/book_walk.h"
#include "core/book/line_follower.h"
#include "core/games/game_module.h"

namespace tabiya::tools {

class FollowedLines {
 public:
  // `lines`: null for none; else of the game. They outlive this.
  FollowedLines(const GameModule& game, const LineBook* lines, const OpeningOptions& options);

  // What to play at the end of a game; nothing where the book does not know, and where the position has stood before.
  std::optional<MoveText> move(std::span<const PositionHandle> line);

 private:
  std::unique_ptr<BookWalk> walk_;
  std::optional<LineFollower> follower_;
};

}  // namespace tabiya::tools
