// Finds Blue's answer to a red setup among given ones, by search: for reds that no book knows.
#pragma once

#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

struct FoundReply {
  Setup reply;
  Score red_value =
      0;          // of this reply, searched to `depth` or, where the limits came in between, a ply deeper
  int depth = 0;  // plies that all candidates were searched to; 0: the value may be static
};

// The best of `candidates`, of which there is at least one, the likeliest first; that one where there is no
// time for any search. Depth and nodes of `limits` count for the whole of it. Of many candidates only the
// likeliest and the statically best are searched.
FoundReply find_reply(const Setup& red, const std::vector<Setup>& candidates, Engine& engine,
                      const Limits& limits);

// The same; the reply alone.
Setup best_reply(const Setup& red, const std::vector<Setup>& candidates, Engine& engine,
                 const Limits& limits);

// Candidates for those who have no book: setups drawn at random and their mirror images, always the same.
std::vector<Setup> sampled_replies();

}  // namespace tabiya::zero_point_one
