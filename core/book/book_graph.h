// A book of moves under construction: a graph of positions, which knows no game. A position is its key, a move its code
// (core/book/book_walk.h), and positions that are reached in several ways stand in it once.
//
// Each position keeps the moves that are in the book, and the value of the best move outside it: what the position is worth
// if no book move is better. That a book keeps this value beside its moves is the idea of KataGo's books (Wu, katagobooks.org;
// program/book.h of KataGo): without it, a move would be the best one only because nobody has looked at another.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "core/book/move_book.h"
#include "core/search/score.h"

namespace tabiya {

// The nodes of a search in a byte: four times their binary logarithm, rounded, at least 1, which is within 9 %
// of them. 0: nobody knows.
using SearchEffort = std::uint8_t;

inline constexpr SearchEffort kUnknownEffort = 0;

// Infinitely many nodes are unknown ones, too.
inline SearchEffort effort_of(double nodes) {
  if (nodes == 0 || std::isinf(nodes)) return kUnknownEffort;
  const long steps = std::lround(4 * std::log2(nodes));
  return static_cast<SearchEffort>(std::clamp(steps, 1L, 255L));
}

// `effort` is known.
inline double nodes_of(SearchEffort effort) { return std::exp2(effort / 4.0); }

using BookNode = std::uint32_t;  // a position, by the order in which they were added

// A value and its error, in logit x 10,000.
struct BookValue {
  Score value = 0;
  Score error = 0;  // standard error; 0: proved

  friend bool operator==(const BookValue&, const BookValue&) = default;
};

// The result of a search: of a position, or of the moves outside the book.
struct FoundScore {
  Score score = 0;         // for the side to move
  bool is_proved = false;  // by the rules or a proof: it has no error

  friend bool operator==(const FoundScore&, const FoundScore&) = default;
};

struct BookLink {
  MoveCode move = 0;
  BookNode to = 0;

  friend bool operator==(const BookLink&, const BookLink&) = default;
};

struct GraphPosition {
  PositionKey key = 0;
  int side = 0;                 // to move
  std::vector<BookLink> links;  // the moves in the book, in the order in which they were added
  std::optional<MoveCode>
      move;  // the best one outside the book; none where all moves are in it, or the game is over
  std::optional<FoundScore> outside;     // what that move is worth; of a game that is over, its result
  SearchEffort effort = kUnknownEffort;  // of the search that has found it
};

class BookGraph {
 public:
  std::size_t size() const { return positions_.size(); }
  const GraphPosition& operator[](BookNode node) const { return positions_[node]; }
  std::optional<BookNode> find(PositionKey key) const;

  // The node of a position, which is added if it is not there yet.
  BookNode add(PositionKey key, int side);
  // A move of `from` comes into the book.
  void link(BookNode from, MoveCode move, BookNode to);
  // Sets what the search of everything outside the book has found.
  void set_outside(BookNode node, std::optional<MoveCode> move, std::optional<FoundScore> score,
                   SearchEffort effort = kUnknownEffort);

 private:
  std::vector<GraphPosition> positions_;
  std::unordered_map<PositionKey, BookNode> nodes_;
};

// The value of a move for the side that plays it. `after` is the value of the position behind it, for its
// side to move. A proved win is a ply longer before the move than behind it.
inline Score value_before(Score after, bool is_same_side) {
  const Score value = is_same_side ? after : -after;
  if (!is_proven(value)) return value;
  return value > 0 ? std::max(value - 1, kProvenWin) : std::min(value + 1, -kProvenWin);
}

// The value of a link for the side that plays it, by the value of the position that it leads to.
inline Score value_of(const BookGraph& graph, BookNode from, const BookLink& link,
                      std::span<const BookValue> values) {
  return value_before(values[link.to].value, graph[from].side == graph[link.to].side);
}

struct BookTerms {
  Score repetition = kDrawScore;  // what a position that recurs is worth to the side that begins the game
  Score search_error = 0;         // the standard error of what a search finds
};

// The values of all positions for their side to move: that of the best move, in the book or outside it. Where moves lead in
// a circle, a side that gets nothing better by leaving it goes on.
std::vector<BookValue> graph_values(const BookGraph& graph, const BookTerms& terms);

// The values of all positions, where searches have errors of their own. `outside_errors`: by position, of the
// best move outside the book, or of the result of the game.
std::vector<BookValue> graph_values(const BookGraph& graph, Score repetition,
                                    std::span<const Score> outside_errors);

// The best move by these values, in the book or outside it; nothing where the game is over.
std::optional<MoveCode> best_move(const BookGraph& graph, BookNode node, std::span<const BookValue> values);

}  // namespace tabiya
