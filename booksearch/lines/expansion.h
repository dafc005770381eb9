// The choice of the positions of a book of lines that are looked at next: those with the cheapest paths. A
// move costs something because it leads one ply further, and more the more its side loses by it against the
// best known move.
//
// With a cost per ply and per loss alone this is drop-out expansion (Lincke, "Strategies for the automatic
// construction of opening books", Computers and Games 2000); errors make it look at moves which may be better
// than they seem, and a cost for each move that a position has in the book keeps it from trying all of them.
// KataGo's books do both (program/book.cpp).
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/book/line_graph.h"

namespace tabiya::booksearch {

struct ExpansionCosts {
  double ply = 1;
  std::array<double, 2> loss{4, 4};  // per 0.1 logit that a side loses by a move
  double optimism = 0;               // this many standard errors of the difference are taken off a loss
  double width = 0.5;                // per move that the position has in the book already
};

struct ExpansionBounds {
  std::array<Score, 2> max_loss{kInfiniteScore,
                                kInfiniteScore};  // of a side by one move; dearer ones are not followed
  int plies = std::numeric_limits<int>::max();    // from the roots to the farthest position
};

// Returns at most `most` positions whose best move outside the book comes into it next, the cheapest first;
// none of them is behind a position whose value is proved. Lines begin at `roots`; `values` are line_values()
// of the graph.
std::vector<LineNode> next_expansions(const LineGraph& graph, const std::vector<LineNode>& roots,
                                      const std::vector<LineValue>& values, const ExpansionCosts& costs,
                                      const ExpansionBounds& bounds, std::size_t most);

}  // namespace tabiya::booksearch
