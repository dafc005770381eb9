// The choice of the positions that are looked at next by upper confidence bounds, as in trees of Monte Carlo searches (Kocsis
// and Szepesvári, "Bandit based Monte-Carlo planning", ECML 2006), of which books of Go were made: Audouard, Chaslot, Hoock,
// Perez, Rimmel and Teytaud, "Grid coevolution for adaptive simulations", EvoGames 2009. Here a search takes the place of
// their games, and values go up by minimax, not as means.
#pragma once

#include <cstddef>
#include <vector>

#include "booksearch/lines/expansion.h"

namespace tabiya::booksearch {

// Returns at most `most` moves, as next_expansions() does. Each is found by a way down from the root with the fewest
// positions behind it: a side plays the move with the greatest value + confidence * sqrt(ln N / n), where N and n are how
// many positions are behind this position and behind the move, until that move is outside the book. The bounds of the rules
// hold; their costs and games do not count.
std::vector<Expansion> most_promising(const LineGraph& graph, const std::vector<LineNode>& roots,
                                      const std::vector<LineValue>& values, const ExpansionRules& rules,
                                      std::size_t most);

}  // namespace tabiya::booksearch
