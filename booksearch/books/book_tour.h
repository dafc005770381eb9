// A tour of a book of moves. The file knows positions by their keys alone, so its content is found by playing its moves from a
// position. What is damaged in a book is mended here, too.
#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/books/book_moves.h"
#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/move_book.h"

namespace tabiya::booksearch {

// A move on the tour.
struct TouredMove {
  const BookWalk& start;   // where the tour began
  int ply;                 // from 0
  const BookWalk& before;  // the position
  const BookMove* entry;   // of the book; null for a move between two of its positions that it does not have
  MoveCode move;           // legal there
  double share;            // of the position's weights
  bool leads_elsewhere;    // the position behind the move stands elsewhere in the tree
};

struct TourCounts {
  std::size_t positions = 0;  // in the book, that were reached
  std::size_t moves = 0;      // of those, the legal ones
  std::size_t illegal = 0;    // and the others
  int plies = 0;              // of the longest way
};

struct TourLimits {
  int plies = std::numeric_limits<int>::max();
  std::size_t moves = std::numeric_limits<std::size_t>::max();
};

using TourStarts = std::vector<std::unique_ptr<BookWalk>>;

// Plays each move of the book that is reached once, in the order of a tree: a move, its continuations, the
// next move. A position stands in the tree where the fewest plies lead, from any start. `visit` may be empty.
// Where the book has no moves of a side, the tour tries each legal move that leads back to the book. Errors: those of BookMoves, and nothing is visited
// after one. Throws what `visit` throws.
Result<TourCounts> tour_book(const BookMoves& book, const TourStarts& starts, const TourLimits& limits,
                             const std::function<void(const TouredMove&)>& visit);

// Entries of a book by whether they can be played.
struct PlayableMoves {
  std::set<std::pair<PositionKey, MoveCode>> legal;  // of positions that the starts lead to
  std::set<PositionKey> positions;                   // that have one of them

  // True for a move of a position that is reached, in which it is not legal.
  bool is_illegal(const BookMove& move) const {
    return positions.contains(move.key) && !legal.contains({move.key, move.move});
  }
};
// Errors: those of BookMoves.
Result<PlayableMoves> playable_moves(const BookMoves& book, const TourStarts& starts);

// The moves from the start of a tour to the one that is visited.
class MoveLine {
 public:
  // Sets the move at a ply; the moves behind it are forgotten.
  void set(int ply, const MoveText& move) {
    moves_.resize(static_cast<std::size_t>(ply));
    moves_.push_back(move);
  }

  std::string wire() const { return joined(&MoveText::wire); }
  std::string readable() const { return joined(&MoveText::readable); }

 private:
  std::string joined(std::string MoveText::*notation) const {
    std::string line;
    for (const MoveText& move : moves_) line += (line.empty() ? "" : " ") + move.*notation;
    return line;
  }

  std::vector<MoveText> moves_;
};

// "1. e4", "1... e5": `ply` counts from the position `start`.
inline std::string numbered_move(const BookWalk& start, int ply, const MoveText& move) {
  const int half = ply + start.side_to_move();
  return std::to_string(half / 2 + 1) + (half % 2 == 0 ? ". " : "... ") + move.readable;
}

// A book in PolyGlot's format that is damaged, as far as it can be used.
struct MendedMoves {
  MoveBook book;                 // sorted
  std::size_t out_of_order = 0;  // entries that belong before one in front of them
  std::size_t illegal = 0;       // left out: no moves of positions that the start leads to
  std::size_t repeated = 0;      // left out: an entry before has the same move of the same position
  std::size_t cut_bytes = 0;     // left out: a part of an entry at the end

  bool was_sound() const { return out_of_order + illegal + repeated + cut_bytes == 0; }
};

// `file`: the bytes of a book. `start`: the usual start of its game.
MendedMoves mended_moves(std::span<const std::byte> file, std::unique_ptr<BookWalk> start);

// Returns what was done, for people.
std::string describe(const MendedMoves& mended);

}  // namespace tabiya::booksearch
