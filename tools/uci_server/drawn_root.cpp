#include "tools/uci_server/drawn_root.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tools/cli/failure.h"

namespace tabiya::tools {
namespace {

std::vector<MoveText> moves_to_try(const GameModule& game, const GamePosition& root,
                                   std::span<const std::string> first_moves) {
  const std::vector<MoveText> all = root.moves_after_draw();
  std::vector<MoveText> named;
  std::ranges::copy_if(all, std::back_inserter(named), [&](const MoveText& move) {
    return std::ranges::any_of(first_moves, [&](const std::string& text) {
      return text == move.wire || text == move.readable || text == game.move_without_variant(root, move.wire);
    });
  });
  return named.empty() ? all : named;
}

}  // namespace

GameSearchResult search_after_draw(const GameModule& game, GameEngine& engine, const GamePosition& root,
                                   const Limits& limits, std::span<const std::string> first_moves) {
  constexpr int kDepth = 4;
  constexpr std::uint64_t kNodes = 10'000;  // of each move
  GameSearchResult result;
  for (const MoveText& move : moves_to_try(game, root, first_moves)) {
    Limits small = limits;
    small.depth = std::min(limits.depth, kDepth);
    small.nodes = std::min(limits.nodes, kNodes);
    const PositionHandle next = *root.after_draw(move.wire);
    const GameSearchResult replies = take(engine.search({&next, 1}, small, {}));
    result.nodes += replies.nodes;
    result.deepest = std::max(result.deepest, replies.deepest + 1);
    Score score = -replies.best.score;
    if (is_proven(score)) score -= score > 0 ? 1 : -1;  // a ply more
    if (!result.best.pv.empty() && score <= result.best.score) continue;
    result.best = {score, {move}};
    result.depth = replies.depth + 1;
    result.best.pv.insert(result.best.pv.end(), replies.best.pv.begin(), replies.best.pv.end());
  }
  return result;
}

}  // namespace tabiya::tools
