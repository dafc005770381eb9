#include "core/book/line_book.h"

#include <algorithm>
#include <cmath>

namespace tabiya {
namespace {

void add_move(MoveBook& book, PositionKey key, MoveCode move, Score loss, Score tolerance) {
  if (loss > tolerance) return;
  const double weight =
      static_cast<double>(kBestWeight) * std::exp2(-static_cast<double>(loss) / kLossOfHalf);
  BookMove entry{.key = key, .move = move};
  entry.weight = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::llround(weight)));
  book.moves.push_back(entry);
}

}  // namespace

MoveBook move_book_of(const LineGraph& graph, std::span<const LineValue> values, Score tolerance) {
  MoveBook book;
  for (LineNode node = 0; node < graph.size(); ++node) {
    const LinePosition& position = graph[node];
    const Score best = values[node].value;
    for (const LineLink& link : position.links)
      add_move(book, position.key, link.move, best - value_of(graph, node, link, values), tolerance);
    if (position.move)
      add_move(book, position.key, *position.move, best - position.outside->score, tolerance);
  }
  sort_moves(book);
  return book;
}

}  // namespace tabiya
