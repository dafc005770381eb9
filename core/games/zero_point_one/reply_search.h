// Finds Blue's answer to a red setup among given ones, by search: for reds that no book knows.
#pragma once

#include <vector>

#include "core/games/zero_point_one/engine.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

// The best of `candidates`, the likeliest first, of which there is at least one. Depth and nodes of `limits`
// count for the whole of it. The static values choose the candidates that are searched at all.
Setup best_reply(const Setup& red, const std::vector<Setup>& candidates, Engine& engine,
                 const Limits& limits);

// Candidates for those who have no book: setups drawn at random and their mirror images, always the same.
std::vector<Setup> sampled_replies();

}  // namespace tabiya::zero_point_one
