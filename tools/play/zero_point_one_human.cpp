#include "tools/play/zero_point_one_human.h"

#include <utility>

#include "core/games/zero_point_one/notation.h"
#include "core/random.h"
#include "tools/cli/failure.h"
#include "tools/play/zero_point_one_typed.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;

Position position_behind(const GamePosition& handle) {
  return take(parse_position(handle.text()), "a position of 0.1");
}

class ZeroPointOneForHumans final : public HumanGame {
 public:
  ZeroPointOneForHumans(MakeEngine make, SetupChooser& setups, std::uint64_t seed)
      : make_(std::move(make)), setups_(setups), random_(seed) {}

  std::string rules() const override {
    return "Pieces leap over anything, in every direction:\n"
           "  A  alfil    2 squares diagonally\n"
           "  D  dabbaba  2 squares along a row or column\n"
           "  F  ferz     1 square diagonally\n"
           "  N  knight   as in chess\n"
           "  W  wazir    1 square along a row or column; who captures the other's wazir wins\n"
           "Red's letters are capitals, Blue's are small. A captured piece changes sides: it\n"
           "goes to the captor's hand, and may be dropped on any empty square instead of a\n"
           "move. A side without a move has lost. After 102 plies, the two setups included,\n"
           "the game is drawn.\n";
  }

  std::string how_to_type(const GamePosition& at) const override {
    if (!at.in_setup_phase()) return "Type a move: b5d3 or Ab5-d3; a drop from the hand: Df8 or D@f8.\n";
    if (at.side_to_move() == index(Side::kRed))
      return "Type Red's setup, 8 A, 4 D, 2 F, 1 N and 1 W, from a1 to a8 and then b1 to b8:\n"
             "AWAAAAAA DFFDDDAN for example.\n";
    return "Type Blue's setup, 8 A, 4 D, 2 F, 1 N and 1 W: capitals as Blue sees them, from\n"
           "h8 to h1 and then g8 to g1; small letters in wire notation, g1 to g8, h1 to h8.\n";
  }

  Result<TypedMove> read(const GamePosition& at, const std::string& typed) const override {
    const Position position = position_behind(at);
    return position.in_setup_phase() ? read_setup(position.side_to_move(), typed)
                                     : read_move(position, typed);
  }

  MoveText choose_setup(const GamePosition& at, const Limits& limits) override {
    const Position position = position_behind(at);
    if (!engine_) engine_ = make_();
    if (position.side_to_move() == Side::kRed)
      return setup_move_text(Side::kRed, setups_.red_setup(*engine_));
    Setup red;
    for (int i = 0; i < kSetupSize; ++i) red[i] = position.at(setup_square(Side::kRed, i)).kind();
    return setup_move_text(Side::kBlue, setups_.blue_reply(red, *engine_, limits));
  }

  MoveText random_setup(const GamePosition& at) override {
    return setup_move_text(static_cast<Side>(at.side_to_move()),
                           unrank(random_.below(static_cast<std::uint32_t>(kSetupRanking.size()))));
  }

 private:
  MakeEngine make_;
  std::unique_ptr<Engine> engine_;
  SetupChooser& setups_;
  Random random_;
};

}  // namespace

std::unique_ptr<HumanGame> zero_point_one_for_humans(MakeEngine make, SetupChooser& setups,
                                                     std::uint64_t seed) {
  return std::make_unique<ZeroPointOneForHumans>(std::move(make), setups, seed);
}

}  // namespace tabiya::tools
