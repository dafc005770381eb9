#include "core/games/pawn_race/setups.h"

namespace tabiya::pawn_race {

constinit const Gaps kGaps{};

Result<SetupId> Gaps::parse(std::string_view name) const {
  if (name.empty() || name[0] < 'a' || name[0] > 'h') return invalid("a gap is a file from a to h", 0);
  if (name.size() > 1) return invalid("a gap is one letter", 1);
  return static_cast<SetupId>(name[0] - 'a');
}

const SetupSpace& Rules::red_setups() { return kGaps; }
const SetupSpace& Rules::blue_setups() { return kGaps; }

}  // namespace tabiya::pawn_race
