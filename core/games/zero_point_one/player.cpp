#include "core/games/zero_point_one/player.h"

#include <cstdlib>

#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {

namespace {

// The setup that stands on the board at ply 1.
SetupId red_setup_of(const Position& position) {
  Setup setup;
  for (int i = 0; i < kSetupSize; ++i) setup[i] = position.at(setup_square(Side::kRed, i)).kind();
  return rank(setup);
}

}  // namespace

Result<std::vector<std::string>> RefereedSetups::words_of(const Position& position, std::string_view answer) {
  Position next = position;
  if (const Status played = play_wire(next, answer); !played) return played.error();
  return std::vector{std::string(answer)};
}

Status RefereedSetups::play(Position& position, std::string_view word) { return play_wire(position, word); }

std::string RefereedSetups::text(const Position& position) { return format_position(position); }

std::string RefereedSetups::setup_answer(const Position& position, SetupChooser& setups,
                                         const Limits& limits) {
  const Side side = position.side_to_move();
  return format_wire_setup(side,
                           unrank(side == Side::kRed ? setups.red_setup(limits)
                                                     : setups.blue_reply(red_setup_of(position), limits)));
}

std::string RefereedSetups::wire(const Position& position, Move move) { return format_wire(position, move); }
std::string RefereedSetups::readable(const Position& position, Move move) {
  return format_long(position, move);
}

namespace {

SetupId good_setup(Random& random) {
  constexpr int kTries = 64;
  SetupId best = random.below(kSetups.count());
  for (int i = 1; i < kTries; ++i) {
    const SetupId setup = random.below(kSetups.count());
    if (LinearEvaluation::red_value(setup) > LinearEvaluation::red_value(best)) best = setup;
  }
  return best;
}

}  // namespace

SetupId sound_red() { return rank(parse_setup("AWAAAAAADFFDDDAN").value()); }

std::pair<SetupId, SetupId> draw_pair(Random& random) {
  constexpr int kReplies = 4;
  const SetupId red = good_setup(random);
  const auto imbalance = [&](SetupId blue) {
    return std::abs(LinearEvaluation::red_value(red) - LinearEvaluation::blue_value(blue));
  };
  SetupId reply = good_setup(random);
  for (int i = 1; i < kReplies; ++i) {
    const SetupId setup = good_setup(random);
    if (imbalance(setup) < imbalance(reply)) reply = setup;
  }
  return {red, reply};
}

}  // namespace tabiya::zero_point_one
