#include "core/book/move_book.h"

#include <limits>
#include <tuple>

namespace tabiya {
namespace {

// Sums end at the largest number instead of beginning again at 0.
template <class Number>
Number sum_of(Number a, Number b) {
  return a > std::numeric_limits<Number>::max() - b ? std::numeric_limits<Number>::max()
                                                    : static_cast<Number>(a + b);
}

void add_move(BookMove& sum, const BookMove& other) {
  if (sum.learn == 0) sum.learn = other.learn;
  sum.weight = sum_of(sum.weight, other.weight);
  sum.games = sum_of(sum.games, other.games);
  sum.wins = sum_of(sum.wins, other.wins);
  sum.draws = sum_of(sum.draws, other.draws);
  sum.losses = sum_of(sum.losses, other.losses);
}

}  // namespace

std::span<const BookMove> MoveBook::find(PositionKey key) const {
  const auto first = std::ranges::lower_bound(moves, key, {}, &BookMove::key);
  const auto last = std::ranges::upper_bound(first, moves.end(), key, {}, &BookMove::key);
  return {first, last};
}

std::size_t MoveBook::positions() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < moves.size(); ++i) count += i == 0 || moves[i].key != moves[i - 1].key;
  return count;
}

void sort_moves(MoveBook& book) {
  std::ranges::stable_sort(book.moves, [](const BookMove& a, const BookMove& b) {
    return std::tuple(a.key, b.weight, a.move) < std::tuple(b.key, a.weight, b.move);
  });
}

MoveBook merge_move_books(const MoveBook& a, const MoveBook& b) {
  MoveBook all = a;
  all.moves.insert(all.moves.end(), b.moves.begin(), b.moves.end());
  std::ranges::stable_sort(all.moves, {},
                           [](const BookMove& move) { return std::pair(move.key, move.move); });
  MoveBook merged;
  for (const BookMove& move : all.moves) {
    const bool is_new =
        merged.moves.empty() || merged.moves.back().key != move.key || merged.moves.back().move != move.move;
    if (is_new) {
      merged.moves.push_back(move);
    } else {
      add_move(merged.moves.back(), move);
    }
  }
  sort_moves(merged);
  return merged;
}

std::uint64_t total_weight(std::span<const BookMove> moves) {
  std::uint64_t total = 0;
  for (const BookMove& move : moves) total = sum_of(total, move.weight);
  return total;
}

}  // namespace tabiya
