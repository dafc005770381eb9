#include "core/game/book_in_game.h"

#include <algorithm>
#include <memory>

#include "core/book/book_walk.h"

namespace tabiya {

BookInGame::BookInGame(const FollowedBook& book, const OpeningOptions& options) {
  if (book) follower_.emplace(book, options);
}

std::optional<MoveText> BookInGame::move(std::span<const PositionHandle> line, double own_nodes) {
  const GamePosition& position = *line.back();
  if (!follower_ || position.in_setup_phase()) return std::nullopt;
  const std::unique_ptr<BookWalk> walk = position.book_walk();
  const bool has_stood = std::ranges::any_of(line.first(line.size() - 1), [&](const PositionHandle& earlier) {
    return !earlier->in_setup_phase() &&
           (earlier->key() == position.key() || earlier->book_walk()->key() == walk->key());
  });
  if (has_stood) return std::nullopt;
  const std::optional<FollowedMove> chosen =
      follower_->choose(walk->key(), own_nodes, [&] { return walk->text(); });
  const std::optional<MoveCode> move = chosen ? walk->legal(chosen->move) : std::nullopt;
  return move ? std::optional(walk->move_text(*move)) : std::nullopt;
}

}  // namespace tabiya
