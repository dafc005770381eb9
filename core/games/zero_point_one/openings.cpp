#include "core/games/zero_point_one/openings.h"

#include <cstdlib>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

SetupId good_setup(Random& random) {
  constexpr int kTries = 64;
  SetupId best = random.below(kSetups.count());
  for (int i = 1; i < kTries; ++i) {
    const SetupId setup = random.below(kSetups.count());
    if (LinearEvaluation::setup_value(setup) > LinearEvaluation::setup_value(best)) best = setup;
  }
  return best;
}

}  // namespace

SetupId sound_red() { return rank(parse_setup("AWAAAAAADFFDDDAN").value()); }

std::pair<SetupId, SetupId> draw_pair(Random& random) {
  constexpr int kReplies = 4;
  const SetupId red = good_setup(random);
  const auto imbalance = [&](SetupId blue) {
    return std::abs(LinearEvaluation::setup_value(red) - LinearEvaluation::setup_value(blue));
  };
  SetupId reply = good_setup(random);
  for (int i = 1; i < kReplies; ++i) {
    const SetupId setup = good_setup(random);
    if (imbalance(setup) < imbalance(reply)) reply = setup;
  }
  return {red, reply};
}

}  // namespace tabiya::zero_point_one
