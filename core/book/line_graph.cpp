#include "core/book/line_graph.h"

namespace tabiya {

std::optional<LineNode> LineGraph::find(PositionKey key) const {
  const auto found = nodes_.find(key);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

LineNode LineGraph::add(PositionKey key, int side) {
  const auto [found, is_new] = nodes_.try_emplace(key, static_cast<LineNode>(positions_.size()));
  if (is_new) positions_.push_back({key, side, {}, {}, {}, kUnknownEffort});
  return found->second;
}

void LineGraph::link(LineNode from, MoveCode move, LineNode to) {
  positions_[from].links.push_back({move, to});
}

void LineGraph::set_outside(LineNode node, std::optional<MoveCode> move, std::optional<LineScore> score,
                            SearchEffort effort) {
  positions_[node].move = move;
  positions_[node].outside = score;
  positions_[node].effort = effort;
}

std::optional<MoveCode> best_move(const LineGraph& graph, LineNode node, std::span<const LineValue> values) {
  const LinePosition& position = graph[node];
  std::optional<MoveCode> best = position.move;
  Score value = position.outside ? position.outside->score : -kInfiniteScore;
  for (const LineLink& link : position.links) {
    const Score other = value_of(graph, node, link, values);
    if (best && other <= value) continue;
    best = link.move;
    value = other;
  }
  return best;
}

}  // namespace tabiya
