// Black's choice of both gaps in the games of a round, by what each pair is worth.
#pragma once

#include <array>
#include <compare>
#include <vector>

#include "core/games/pawn_race/rules.h"
#include "core/random.h"

namespace tabiya::pawn_race {

struct Gaps {
  int white = 0, black = 0;  // files from 0

  Gaps mirrored() const { return {Board::kColumns - 1 - white, Board::kColumns - 1 - black}; }
  bool are_opposite() const { return white == black; }

  friend auto operator<=>(const Gaps&, const Gaps&) = default;
};

enum class Worth : std::uint8_t { kLoss, kDraw, kWin };  // for Black, in rising order
using GapWorths =
    std::array<std::array<Worth, Board::kColumns>, Board::kColumns>;  // by White's gap, then Black's

// In a round a player may not choose the same gaps or their mirror image twice, and at most once gaps that
// are opposite each other.
class RoundOfGaps {
 public:
  explicit RoundOfGaps(const GapWorths& worths) : worths_(worths) {}

  bool may_choose(const Gaps& gaps) const;
  void choose(const Gaps& gaps) { chosen_.push_back(gaps); }

  // Chooses one of the best that are left, at random. A round has five games, so that some always are.
  Gaps choose_best(Random& random);

 private:
  GapWorths worths_;
  std::vector<Gaps> chosen_;
};

}  // namespace tabiya::pawn_race
