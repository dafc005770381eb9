// A book of moves: which moves are known in a position, how much they are worth, and how the games went in which they
// were played. It knows no game and no file format: a position is its key, a move its code, and both are the game's
// (core/book/book_walk.h).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tabiya {

using PositionKey = std::uint64_t;
using MoveCode = std::uint16_t;

// One move in one position. Counts are of games in which the side to move played it there; all are 0 where the source of
// the book does not tell them. Games without a result count as games alone.
struct BookMove {
  PositionKey key = 0;
  MoveCode move = 0;
  std::uint32_t learn = 0;   // what engines have noted about the move; 0 for nothing
  std::uint64_t weight = 0;  // how often it is to be played, relative to the others of the position
  std::uint32_t games = 0;
  std::uint32_t wins = 0, draws = 0, losses = 0;

  friend bool operator==(const BookMove&, const BookMove&) = default;
};

// Moves by ascending key; those of a position stand together, in the order in which they are offered.
struct MoveBook {
  std::vector<BookMove> moves;

  // The moves of a position; none if it is not in the book. Logarithmic.
  std::span<const BookMove> find(PositionKey key) const;

  std::size_t positions() const;

  friend bool operator==(const MoveBook&, const MoveBook&) = default;
};

// Puts the moves into order: by key, then the heavier first, then by code.
void sort_moves(MoveBook& book);

// The moves of both, sorted. A move that both know has the sum of the weights and counts, and what the first notes.
MoveBook merge_move_books(const MoveBook& a, const MoveBook& b);

// Calls `visit` with the moves of each position, in the order of the keys.
template <class Visit>
void for_each_position(const MoveBook& book, const Visit& visit) {
  for (auto first = book.moves.begin(); first != book.moves.end();) {
    const auto last =
        std::find_if(first, book.moves.end(), [&](const BookMove& move) { return move.key != first->key; });
    visit(std::span<const BookMove>(first, last));
    first = last;
  }
}

// The sum of the weights.
std::uint64_t total_weight(std::span<const BookMove> moves);

}  // namespace tabiya
