// Random positions and rules of the toy game.
#pragma once

#include "core/random.h"
#include "tests/core/search/toy_game.h"

namespace tabiya::toy {

// A royal piece and up to `pieces` others a side, on distinct squares, sometimes with something in hand.
inline Node random_node(const Rules& rules, int pieces, Random& random) {
  Node node;
  const auto place = [&](int piece) {
    int square = 0;
    do square = random.below(rules.rows * rules.columns);
    while (node.board[square] != kNone);
    node.board[square] = static_cast<std::int8_t>(piece);
  };
  for (const int sign : {1, -1}) {
    place(sign * kRoyal);
    for (int count = random.below(pieces + 1); count > 0; --count) {
      place(sign * (random.below(2) == 0 ? kFerz : kKnight));
    }
  }
  node.side = random.below(2);
  node.ply = random.below(rules.ply_limit + 1);
  if (rules.drops && random.below(3) == 0) ++node.hands[random.below(2)][kFerz];
  return node;
}

inline Rules random_rules(Random& random) {
  Rules rules;
  rules.rows = 2 + random.below(3);
  rules.columns = 3 + random.below(2);
  rules.ply_limit = 1 + random.below(30);
  rules.drops = random.below(4) == 0;
  return rules;
}

}  // namespace tabiya::toy
