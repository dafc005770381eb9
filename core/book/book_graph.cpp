#include "core/book/book_graph.h"

namespace tabiya {

std::optional<BookNode> BookGraph::find(PositionKey key) const {
  const auto found = nodes_.find(key);
  return found == nodes_.end() ? std::nullopt : std::optional(found->second);
}

BookNode BookGraph::add(PositionKey key, int side) {
  const auto [found, is_new] = nodes_.try_emplace(key, static_cast<BookNode>(positions_.size()));
  if (is_new) positions_.push_back({key, side, {}, {}, {}, kUnknownEffort});
  return found->second;
}

void BookGraph::link(BookNode from, MoveCode move, BookNode to) {
  positions_[from].links.push_back({move, to});
}

void BookGraph::set_outside(BookNode node, std::optional<MoveCode> move, std::optional<FoundScore> score,
                            SearchEffort effort) {
  positions_[node].move = move;
  positions_[node].outside = score;
  positions_[node].effort = effort;
}

std::optional<MoveCode> best_move(const BookGraph& graph, BookNode node, std::span<const BookValue> values) {
  const GraphPosition& position = graph[node];
  std::optional<MoveCode> best = position.move;
  Score value = position.outside ? position.outside->score : -kInfiniteScore;
  for (const BookLink& link : position.links) {
    const Score other = value_of(graph, node, link, values);
    if (best && other <= value) continue;
    best = link.move;
    value = other;
  }
  return best;
}

}  // namespace tabiya
