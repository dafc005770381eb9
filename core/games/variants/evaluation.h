// An evaluation of any game from a file: the men, by the guesses of its tables.
#pragma once

#include <cstdint>

#include "core/games/variants/rules.h"
#include "core/search/rules.h"
#include "core/search/score.h"

namespace tabiya::variants {

// The value of a man on a square to its side: logit x 10,000.
Score man_value(const Tables& tables, int side, Kind kind, Square square);
// The value of one in hand to its side.
Score hand_value(const Tables& tables, Kind kind);
// True if the loss of all men wins, so that men are a burden.
bool men_are_burdens(const Tables& tables);
inline constexpr Score kTurnValue = 500;  // of the move, where men are none

// Men count by their moves (KindRules::value), and a little more towards the middle, and where they reach
// more squares; pawns by their advance. Where the loss of all men wins, men are a burden.
class MenEvaluation {
 public:
  struct State {};

  // The evaluation of the game whose rules have this fingerprint.
  explicit MenEvaluation(std::uint64_t rules = 0) : fingerprint_(rules ^ 2) {}

  void reset(const Position&, State&) const {}
  void update(const Position&, const State&, Move, const Position&, State&) const {}
  Score value(const Position& position, State&) const;
  // The value of a side's men to it.
  static Score worth(const Position& position, int side);
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  std::uint64_t fingerprint_;
};
static_assert(EvaluatorOf<MenEvaluation, Rules>);

}  // namespace tabiya::variants
