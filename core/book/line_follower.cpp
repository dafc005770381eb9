#include "core/book/line_follower.h"

#include <algorithm>
#include <functional>

namespace tabiya {
namespace {

Score lower_bound_of(const LineValue& value) { return value.value - value.error; }

}  // namespace

std::vector<FollowedMove> followed_moves(const LineBook& book, LineNode node, const OpeningOptions& options) {
  std::vector<FollowedMove> moves;
  for (const LineChoice& choice : line_choices(book, node)) moves.push_back({choice, 0, 0});
  if (moves.empty()) return moves;
  std::ranges::stable_sort(moves, std::ranges::greater(),
                           [](const FollowedMove& move) { return lower_bound_of(move.choice.value); });
  const Score best = lower_bound_of(moves[0].choice.value);
  for (FollowedMove& move : moves) move.loss = best - lower_bound_of(move.choice.value);
  vary(moves, options);
  return moves;
}

std::optional<LineChoice> LineFollower::choose(PositionKey key) {
  const auto node = book_.find(key);
  if (!node) return std::nullopt;
  const std::vector<FollowedMove> moves = followed_moves(book_, *node, options_);
  if (moves.empty()) return std::nullopt;
  return draw(moves, random_).choice;
}

}  // namespace tabiya
