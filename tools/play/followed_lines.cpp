#include "tools/play/followed_lines.h"

#include <algorithm>

namespace tabiya::tools {

FollowedLines::FollowedLines(const GameModule& game, const LineBook* lines, const OpeningOptions& options) {
  if (lines == nullptr) return;
  walk_ = game.make_book_walk();
  follower_.emplace(*lines, options);
}

std::optional<MoveText> FollowedLines::move(std::span<const PositionHandle> line) {
  if (!follower_ || !walk_->go_to(line.back()->text())) return std::nullopt;
  const PositionKey key = walk_->key();
  const bool has_stood = std::ranges::any_of(line.first(line.size() - 1), [&](const PositionHandle& earlier) {
    return walk_->go_to(earlier->text()).ok() && walk_->key() == key;
  });
  if (has_stood || !walk_->go_to(line.back()->text())) return std::nullopt;
  const std::optional<LineChoice> choice = follower_->choose(key);
  if (!choice || !walk_->legal(choice->move)) return std::nullopt;
  return walk_->move_text(choice->move);
}

}  // namespace tabiya::tools
