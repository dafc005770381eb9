// First proof numbers for positions of Pawn Race, learned from those that the search has solved so far.
//
// A logistic regression guesses if the attacker wins. It has one weight for each pair of neighbouring files,
// and for each three of them: all that may stand there, from the attacker's view, and who is to move. It has
// others for what decides races between pawns far from each other (the foremost pawns, the foremost ones that
// none can stop, how many there are, how many steps they have to spare). It begins with nothing, and learns
// from each solved position by one step of stochastic gradient descent. Without the race, with a larger rate,
// six pairs of gaps took 1.5 to 1.9 times the nodes, in runs that vary by as much as a third.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/games/pawn_race/rules.h"
#include "core/search/proof/proof_numbers.h"

namespace tabiya::pawn_race {

// Says if the attacker wins a position that is not over, where that is seen without search. A verdict other than
// kUnknown is right.
Verdict recognise(const Position& position, int attacker);

// A ProofGuide.
class RaceGuide {
 public:
  static constexpr std::uint32_t kUnit = 4;

  RaceGuide();

  Verdict recognise(const auto& node, int attacker) const {
    return pawn_race::recognise(node.position, attacker);
  }
  ProofNumbers first_numbers(const auto& node, int attacker) const {
    return first_numbers_of(node.position, attacker);
  }
  void learn(const auto& node, int attacker, bool wins) { learn_position(node.position, attacker, wins); }

 private:
  // The places of the weights of eight files' borders, of which two have nothing beyond, of each file between
  // its neighbours, and of the race.
  static constexpr int kRaceFeatures = 3;
  using Features = std::array<std::uint32_t, Board::kColumns + 1 + Board::kColumns + kRaceFeatures>;

  ProofNumbers first_numbers_of(const Position& position, int attacker) const;
  void learn_position(const Position& position, int attacker, bool wins);

  Features features_of(const Position& position, int attacker) const;
  float sum(const Features& features) const;

  std::vector<std::uint16_t> file_numbers_;  // by the ranks of the attacker's and the defender's pawns
  std::vector<float> weights_;               // logits that the attacker wins, by features
};

}  // namespace tabiya::pawn_race
