// What pairs of setups of a book have scored in games between unequal opponents: of two equally good setups, the one that
// wins more often against an opponent that errs is the better choice.
//
// In each game one side searches with more nodes than the other. Counts are kept as they were played;
// pooled_results.h says what they tell of a pair, together with all the others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/search/score.h"
#include "core/setup/setup_space.h"
#include "core/setup/value_origin.h"

namespace tabiya {

// Of the stronger side.
struct GameCounts {
  std::uint16_t wins = 0, draws = 0, losses = 0;

  std::uint32_t games() const { return std::uint32_t{wins} + draws + losses; }
  friend bool operator==(const GameCounts&, const GameCounts&) = default;
};

struct PairResults {
  SetupId red = 0;                     // of an entry of the book
  SetupId reply = 0;                   // that of the entry, or another one that is as good as far as is known
  Score red_value = 0;                 // of the pair
  std::array<GameCounts, 2> counts{};  // games in which Red, and in which Blue, was the stronger side

  friend bool operator==(const PairResults&, const PairResults&) = default;
};

// How the games were played.
struct GameConditions {
  std::uint32_t nodes = 0, weaker_nodes = 0;  // of a move on average, of the stronger and of the weaker side
  std::uint32_t games = 0;                    // of each pair and stronger side
  std::uint64_t seed = 0;
  ValueOrigin origin{};  // the evaluation and the search of both players

  friend bool operator==(const GameConditions&, const GameConditions&) = default;
};

struct BookResults {
  GameConditions conditions{};
  std::vector<PairResults> pairs{};  // in the order of the entries, the entry's own reply first

  bool empty() const { return pairs.empty(); }
  friend bool operator==(const BookResults&, const BookResults&) = default;
};

}  // namespace tabiya
