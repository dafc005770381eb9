#include "core/book/book_paths.h"

#include <algorithm>
#include <cmath>

namespace tabiya {

BookPaths::BookPaths(const ValuedBook& book) : book_(book), steps_(book.size()) {
  const auto reach = [&](BookNode node, const Step& step) {
    if (steps_[node].plies >= 0) return;
    steps_[node] = step;
    order_.push_back(node);
  };
  for (std::size_t i = 0; i < book.roots().size(); ++i) {
    const BookNode root = book.roots()[i].node;
    reach(root, {static_cast<std::uint32_t>(i), root, 0, 0});
  }
  for (std::size_t i = 0; i < order_.size(); ++i) {
    const BookNode from = order_[i];
    for (const BookLink& link : book.moves(from))
      reach(link.to, {steps_[from].root, from, link.move, steps_[from].plies + 1});
  }
}

std::vector<MoveCode> BookPaths::moves_to(BookNode node) const {
  std::vector<MoveCode> moves;
  for (; steps_[node].parent != node; node = steps_[node].parent) moves.push_back(steps_[node].move);
  std::ranges::reverse(moves);
  return moves;
}

Result<std::unique_ptr<BookWalk>> BookPaths::position(BookNode node, const BookWalk& walk) const {
  std::unique_ptr<BookWalk> position = walk.clone();
  if (Status there = position->go_to(book_.roots()[root_of(node)].position); !there) return there.error();
  for (const MoveCode move : moves_to(node)) position->play(move);
  return position;
}

std::vector<ValueFinding> verify_values(const ValuedBook& book) {
  const BookDraft draft = draft_of(book);
  const std::vector<BookValue> values =
      graph_values(draft.graph, draft.meta.repetition, draft.outside_errors);
  std::vector<ValueFinding> findings;
  for (BookNode node = 0; node < book.size(); ++node) {
    const BookValue &said = book[node].value, &expected = values[node];
    const bool is_same_kind = (said.error == 0) == (expected.error == 0);
    if (said.value != expected.value || !is_same_kind ||
        std::abs(said.error - expected.error) > 2 * kValueStep)
      findings.push_back({node, expected});
  }
  return findings;
}

}  // namespace tabiya
