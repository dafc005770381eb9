#include "core/games/pawn_race/gaps_chooser.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/setup/reply_search.h"

namespace tabiya::pawn_race {
namespace {

// The part of the limits that one of so many searches takes that are still to come.
Limits share_of(const Limits& limits, std::uint64_t nodes_left, std::size_t searches) {
  Limits share = limits;
  if (limits.nodes != std::numeric_limits<std::uint64_t>::max()) share.nodes = nodes_left / searches;
  if (limits.deadline) {
    const auto now = std::chrono::steady_clock::now();
    share.deadline = now + (*limits.deadline - now) / static_cast<int>(searches);
  }
  return share;
}

}  // namespace

SetupId GapsChooser::red_setup(const Limits& limits) {
  const std::vector<SetupId> whites = engine_.reds().normalised_ids();
  const std::vector<SetupId> blacks = sampled_replies(engine_.blues());
  const std::uint64_t before = engine_.nodes();
  Score least = kInfiniteScore;
  for (std::size_t i = 0; i < whites.size(); ++i) {
    const std::uint64_t used = std::min(engine_.nodes() - before, limits.nodes);
    const FoundReply found =
        find_reply(whites[i], blacks, engine_, share_of(limits, limits.nodes - used, whites.size() - i));
    if (chosen_ && found.red_value >= least) continue;
    least = found.red_value;
    chosen_ = {whites[i], found.reply};
  }
  return chosen_->white;
}

SetupId GapsChooser::blue_reply(SetupId white, const Limits& limits) {
  if (chosen_ && chosen_->white == white) return chosen_->black;
  return best_reply(white, sampled_replies(engine_.blues()), engine_, limits);
}

}  // namespace tabiya::pawn_race
