// What an indexed book must know of a position of the book of moves that it was made of.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/book/indexed_book.h"

namespace tabiya::test {

// Reads from these bytes, which outlive it, as far as they go.
inline IndexedBook::Read read_from(std::span<const std::byte> bytes) {
  return [bytes](std::uint64_t offset, std::span<std::byte> to) -> Status {
    if (offset > bytes.size() || to.size() > bytes.size() - offset)
      return Error{ErrorCode::kIo, "the file has ended", {}};
    std::ranges::copy(bytes.subspan(static_cast<std::size_t>(offset), to.size()), to.begin());
    return ok_status();
  };
}

inline BookValue as_indexed(const BookValue& value) {
  return {value_of_index(indexed_value(value.value)), error_of_index(indexed_error(value.error))};
}

// Each legal move that leads to a position of the book has the value of that position; then the best one outside.
inline std::vector<BookChoice> indexed_choices(const ValuedBook& book, const BookWalk& walk, BookNode node) {
  std::vector<BookChoice> choices;
  for (const MoveCode move : walk.moves()) {
    const std::unique_ptr<BookWalk> after = walk.clone();
    after->play(move);
    const auto to = book.find(after->key());
    if (to) {
      const BookValue behind = as_indexed(book[*to].value);
      const bool is_same_side = after->side_to_move() == walk.side_to_move();
      choices.push_back({move, {value_before(behind.value, is_same_side), behind.error}, to});
    } else if (book[node].outside == move) {
      choices.push_back({move, as_indexed(book[node].outside_value), {}});
    }
  }
  std::ranges::sort(choices, {}, &BookChoice::move);
  return choices;
}

// What differs at a position; empty if nothing does.
inline std::string difference(const IndexedBook& indexed, const ValuedBook& book, const BookWalk& walk,
                              BookNode node) {
  const auto known = indexed.find(walk);
  if (!known) return walk.text() + ": " + known.error().message;
  if (!*known) return walk.text() + " is not found";
  if ((*known)->value != as_indexed(book[node].value)) return walk.text() + " has another value";
  const double nodes = nodes_behind(book)[node];
  if ((*known)->effort != effort_of(nodes)) return walk.text() + " has another effort";
  std::vector<BookChoice> found = (*known)->choices, expected = indexed_choices(book, walk, node);
  if (!std::ranges::is_sorted(found, std::greater(), [](const auto& move) { return move.value.value; }))
    return walk.text() + ": the moves are not the best first";
  std::ranges::sort(found, {}, &BookChoice::move);
  const bool is_same = std::ranges::equal(found, expected, [](const BookChoice& a, const BookChoice& b) {
    return a.move == b.move && a.value == b.value && a.to.has_value() == b.to.has_value();
  });
  return is_same ? "" : walk.text() + ": other moves";
}

}  // namespace tabiya::test
