#include "core/games/pawn_race/gaps_chooser.h"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/games/pawn_race/pair_values.h"
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

// Black's gaps with which White is not known to win.
std::vector<SetupId> hopeful_replies(SetupId white, const SetupSpace& blacks) {
  std::vector<SetupId> replies = sampled_replies(blacks);
  std::erase_if(replies, [&](SetupId black) { return pair_value(white, black) == 'W'; });
  return replies;
}

}  // namespace

SetupId GapsChooser::red_setup(const Limits& limits) {
  std::vector<SetupId> whites = engine_.reds().normalised_ids();
  std::erase_if(whites, [&](SetupId white) { return hopeful_replies(white, engine_.blues()).empty(); });
  const std::uint64_t before = engine_.nodes();
  Score least = kInfiniteScore;
  for (std::size_t i = 0; i < whites.size(); ++i) {
    const std::uint64_t used = std::min(engine_.nodes() - before, limits.nodes);
    const FoundReply found = find_reply(whites[i], hopeful_replies(whites[i], engine_.blues()), engine_,
                                        share_of(limits, limits.nodes - used, whites.size() - i));
    if (chosen_ && found.red_value >= least) continue;
    least = found.red_value;
    chosen_ = {whites[i], found.reply};
  }
  return chosen_->white;
}

SetupId GapsChooser::blue_reply(SetupId white, const Limits& limits) {
  if (chosen_ && chosen_->white == white) return chosen_->black;
  std::vector<SetupId> replies = hopeful_replies(white, engine_.blues());
  if (replies.empty()) replies = sampled_replies(engine_.blues());
  return best_reply(white, replies, engine_, limits);
}

}  // namespace tabiya::pawn_race
