#include "core/game/book_in_game.h"

#include <algorithm>

namespace tabiya {

BookInGame::BookInGame(const GameModule& game, const FollowedBook& book, const OpeningOptions& options) {
  if (!book) return;
  walk_ = game.make_book_walk();
  follower_.emplace(book, options);
}

std::optional<MoveText> BookInGame::move(std::span<const PositionHandle> line, double own_nodes) {
  if (!follower_ || !walk_->go_to(line.back()->text())) return std::nullopt;
  const PositionKey key = walk_->key();
  const bool has_stood = std::ranges::any_of(line.first(line.size() - 1), [&](const PositionHandle& earlier) {
    return walk_->go_to(earlier->text()).ok() && walk_->key() == key;
  });
  if (has_stood || !walk_->go_to(line.back()->text())) return std::nullopt;
  const std::optional<FollowedMove> chosen =
      follower_->choose(key, own_nodes, [&] { return line.back()->text(); });
  const std::optional<MoveCode> move = chosen ? walk_->legal(chosen->move) : std::nullopt;
  return move ? std::optional(walk_->move_text(*move)) : std::nullopt;
}

}  // namespace tabiya
