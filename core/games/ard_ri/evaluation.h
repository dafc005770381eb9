// An evaluation to begin with: what is captured.
#pragma once

#include <cstdint>

#include "core/games/ard_ri/rules.h"
#include "core/search/rules.h"
#include "core/search/score.h"

namespace tabiya::ard_ri {

// 0.1 logit for each man more than the other side lost, seen from the side to move. It knows nothing but the
// count: what it says of a position is worth as much.
class MaterialEvaluation {
 public:
  struct State {};

  void reset(const Position&, State&) const {}
  void update(const Position&, const State&, Move, const Position&, State&) const {}
  Score value(const Position& position, State&) const {
    constexpr Score kMan = 1'000;
    constexpr int kAttackers = 16, kDefenders = 8;
    const int lost_by_attackers = kAttackers - count(position.men(Side::kAttackers));
    const int lost_by_defenders = kDefenders - count(position.men(Side::kDefenders));
    const Score defenders = kMan * (lost_by_attackers - lost_by_defenders);
    return position.side_to_move() == Side::kDefenders ? defenders : -defenders;
  }
  std::uint64_t fingerprint() const { return 1; }
};
static_assert(EvaluatorOf<MaterialEvaluation, Rules>);

}  // namespace tabiya::ard_ri
