#include "core/games/pawn_race/setups.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "core/random.h"

namespace tabiya::pawn_race {
namespace {

// The worth of a pair to Black: more is better.
std::size_t worth(const SetupPair& pair) {
  constexpr std::string_view kRising = "W=B";
  return kRising.find(pair_value(pair.red, pair.blue));
}

// One of the best of some pairs, of which there is at least one.
SetupPair draw_best(std::vector<SetupPair> pairs, Random& random) {
  std::size_t most = 0;
  for (const SetupPair& pair : pairs) most = std::max(most, worth(pair));
  std::erase_if(pairs, [&](const SetupPair& pair) { return worth(pair) < most; });
  return pairs[random.below(static_cast<std::uint32_t>(pairs.size()))];
}

}  // namespace

constinit const Gaps kGaps{};

Result<SetupId> Gaps::parse(std::string_view name) const {
  if (name.empty() || name[0] < 'a' || name[0] > 'h') return invalid("a gap is a file from a to h", 0);
  if (name.size() > 1) return invalid("a gap is one letter", 1);
  return static_cast<SetupId>(name[0] - 'a');
}

const SetupSpace& Rules::red_setups() { return kGaps; }
const SetupSpace& Rules::blue_setups() { return kGaps; }

std::string fault_of_choice(const SetupPair& pair, std::span<const SetupPair> chosen_before) {
  for (const SetupPair& before : chosen_before) {
    if (before == pair) return "the same gaps were chosen earlier in the round";
    if (SetupPair{kGaps.mirror(before.red), kGaps.mirror(before.blue)} == pair)
      return "the mirror image of these gaps was chosen earlier in the round";
    if (before.red == before.blue && pair.red == pair.blue)
      return "opposite gaps were chosen earlier in the round";
  }
  return "";
}

bool may_choose(const SetupPair& pair, std::span<const SetupPair> chosen_before) {
  return fault_of_choice(pair, chosen_before).empty();
}

SetupPair GapsChooser::pair() const {
  Random random(seed_ / kGamesOfRound);
  std::vector<SetupPair> chosen;
  for (std::uint64_t choice = 0; choice <= seed_ % kGamesOfRound; ++choice) {
    std::vector<SetupPair> pairs;
    for (SetupId white = 0; white < Board::kColumns; ++white)
      for (SetupId black = 0; black < Board::kColumns; ++black)
        if (may_choose({white, black}, chosen)) pairs.push_back({white, black});
    chosen.push_back(draw_best(std::move(pairs), random));
  }
  return chosen.back();
}

SetupId GapsChooser::blue_reply(SetupId white, const Limits&) {
  if (const SetupPair chosen = pair(); chosen.red == white) return chosen.blue;
  Random random(seed_);
  std::vector<SetupPair> pairs;
  for (SetupId black = 0; black < Board::kColumns; ++black) pairs.push_back({white, black});
  return draw_best(std::move(pairs), random).blue;
}

}  // namespace tabiya::pawn_race
