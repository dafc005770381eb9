#include "core/games/zero_point_one/setup_chooser.h"

#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/reply_search.h"

namespace tabiya::zero_point_one {

// A sound array: the wazir in the corner behind both ferzes, the leapers with long reach in front.
Setup SearchedSetups::red_setup(const Engine&) { return parse_setup("AWAAAAAADFFDDDAN").value(); }

Setup SearchedSetups::blue_reply(const Setup& red, Engine& engine, const Limits& limits) {
  return best_reply(red, sampled_replies(), engine, limits);
}

}  // namespace tabiya::zero_point_one
