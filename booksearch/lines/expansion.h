// The choice of the positions of a book of moves that are looked at next: those with the cheapest paths. A
// move costs something because it leads one ply further, and more the more its side loses by it against the
// best known move; or, where games say how people play, the rarer it is.
//
// With a cost per ply and per loss alone this is drop-out expansion (Lincke, "Strategies for the automatic
// construction of opening books", Computers and Games 2000); a cost for each move that a position has in the
// book keeps it from trying all of them, as in KataGo's books (program/book.cpp). cdbexplore's `evalDecay` is a greater cost of losses (cdbsearch.py).
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "core/book/book_graph.h"
#include "core/book/move_book.h"

namespace tabiya::booksearch {

// The likelihood that people play a move: by the games that came to its position, and, where these are few, by what the move
// loses. These are the moves of a side, in a book that grows where games go.
struct Likelihood {
  std::shared_ptr<const MoveBook> games{};  // weights: how often moves were played; null: none
  std::array<bool, 2> sides{};              // whose moves come up as often as in the games
  double smoothing = 5;                     // so many games speak for the moves that lose little
  double floor = 0.02;  // moves with a smaller share of the games stay outside, unless they are best

  bool is_for(int side) const { return games != nullptr && sides[static_cast<std::size_t>(side)]; }
};

// The moves of one position as the games have them.
class PlayedMoves {
 public:
  PlayedMoves(const Likelihood& likelihood, PositionKey key);

  // The share of a move that loses `loss` logit x 10,000 against the best one, above 0. The games count as they
  // are; `smoothing` games more are spread as if a move were half as likely for each 0.1 logit that it loses,
  // and the best one came up in half of them.
  double share_of(MoveCode move, double loss) const;

  // The moves of the games whose share is at least the floor, the most frequent first.
  std::vector<MoveCode> frequent() const;

 private:
  const Likelihood& likelihood_;
  std::span<const BookMove> moves_;
  double total_;
};

// The costs of a move, unless games say how likely its side is to play it: then it costs a unit for each halving of that
// likelihood, and nothing else.
struct ExpansionCosts {
  double ply = 1;
  std::array<double, 2> loss{4, 4};  // per 0.1 logit that a side loses by a move
  double width = 0.5;                // per move that the position has in the book already
  // Above 0, logit x 10,000: upper confidence bounds choose the moves (expansion.cpp), whatever these cost.
  double confidence = 0;
};

struct ExpansionBounds {
  std::array<Score, 2> max_loss{kInfiniteScore,
                                kInfiniteScore};  // of a side by one move; dearer ones are not followed
  int plies = std::numeric_limits<int>::max();    // from the roots to the farthest position
  std::array<std::size_t, 2> moves{kAnyNumber, kAnyNumber};  // of a position in the book, by its side to move

  static constexpr std::size_t kAnyNumber = std::numeric_limits<std::size_t>::max();
};

// The rules say where a book grows, and how.
struct ExpansionRules {
  ExpansionCosts costs{};
  ExpansionBounds bounds{};
  Likelihood likelihood{};
  bool only_played = false;  // no move comes into the book but those of the games
};

// A move that comes into the book.
struct Expansion {
  BookNode node = 0;
  MoveCode move = 0;

  friend auto operator<=>(const Expansion&, const Expansion&) = default;
};

// Returns at most `most` moves that come into the book next, the cheapest first, one of each position: its best move
// outside the book, or one that the games have. None of them is behind a position whose value is proved. A position that
// has as many moves as it may have gets one that is better than all of these. Lines begin at `roots`; `values`
// are graph_values() of the graph. `refused` (position and code): moves of the games that are not to be proposed.
using RefusedMoves = std::set<std::pair<BookNode, MoveCode>>;
std::vector<Expansion> next_expansions(const BookGraph& graph, const std::vector<BookNode>& roots,
                                       const std::vector<BookValue>& values, const ExpansionRules& rules,
                                       std::size_t most, const RefusedMoves& refused = {});

}  // namespace tabiya::booksearch
