#include "core/games/pawn_race/round_of_gaps.h"

#include <algorithm>

namespace tabiya::pawn_race {

bool RoundOfGaps::may_choose(const Gaps& gaps) const {
  return std::ranges::none_of(chosen_, [&](const Gaps& before) {
    const bool is_same = before == gaps || before.mirrored() == gaps;
    return is_same || (before.are_opposite() && gaps.are_opposite());
  });
}

Gaps RoundOfGaps::choose_best(Random& random) {
  std::vector<Gaps> best;
  Worth most = Worth::kLoss;
  for (int white = 0; white < Board::kColumns; ++white) {
    for (int black = 0; black < Board::kColumns; ++black) {
      const Gaps gaps{white, black};
      if (!may_choose(gaps)) continue;
      const Worth worth = worths_[white][black];
      if (worth < most) continue;
      if (worth > most) best.clear();
      most = worth;
      best.push_back(gaps);
    }
  }
  const Gaps gaps = best[random.below(static_cast<std::uint32_t>(best.size()))];
  choose(gaps);
  return gaps;
}

}  // namespace tabiya::pawn_race
