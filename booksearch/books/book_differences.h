// The differences of two books of moves, counted.
#pragma once

#include <cstddef>
#include <span>

#include "core/book/move_book.h"
#include "core/book/valued_book.h"

namespace tabiya::booksearch {

// Of books with weights.
struct MoveDifferences {
  std::size_t only_a = 0, only_b = 0;  // moves
  std::size_t weights = 0;             // moves of both with another share of their position
  std::size_t first_moves = 0;         // positions of both whose first move is another one
  std::size_t positions = 0;           // of both

  bool any() const { return only_a + only_b + weights + first_moves > 0; }
};
MoveDifferences compare_moves(const MoveBook& a, const MoveBook& b);

// Returns the entry of a move; null if there is none.
const BookMove* find_move(std::span<const BookMove> moves, MoveCode code);

// Of books with values.
struct ValueDifferences {
  std::size_t only_a = 0, only_b = 0;              // positions
  std::size_t common = 0;                          // positions
  std::size_t moves_only_a = 0, moves_only_b = 0;  // of common positions
  std::size_t best_moves = 0;                      // common positions with another best move
  std::size_t values = 0;                          // with another value, or error
  double mean_distance = 0;                        // of the values that are not proven, logit x 10,000
  double within = 0;  // of these, the share that lies within 1.96 standard errors

  bool any() const { return only_a + only_b + moves_only_a + moves_only_b + best_moves + values > 0; }
};
ValueDifferences compare_values(const ValuedBook& a, const ValuedBook& b);

}  // namespace tabiya::booksearch
