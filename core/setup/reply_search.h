// Finds Blue's answer to a red setup among given ones, by search: for reds that no book knows.
#pragma once

#include <span>
#include <vector>

#include "core/search/limits.h"
#include "core/setup/pair_engine.h"

namespace tabiya {

struct FoundReply {
  SetupId reply = 0;
  Score red_value =
      0;          // of this reply, searched to `depth` or, where the limits came in between, a ply deeper
  int depth = 0;  // plies that all candidates were searched to; 0: the value may be static
};

// The best of `candidates`, of which there is at least one, the likeliest first; that one if there is no time
// for any search. Depth and nodes of `limits` count for the whole of it. If there are many candidates, only
// the likeliest and the statically best are searched.
FoundReply find_reply(SetupId red, std::span<const SetupId> candidates, PairEngine& engine,
                      const Limits& limits);

// The reply that find_reply() finds, alone.
SetupId best_reply(SetupId red, std::span<const SetupId> candidates, PairEngine& engine,
                   const Limits& limits);

// Candidates for those who have no book: setups drawn at random and their mirror images, always the same; all
// setups if there are not many.
std::vector<SetupId> sampled_replies(const SetupSpace& blues);

}  // namespace tabiya
