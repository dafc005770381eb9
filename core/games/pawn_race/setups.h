// The setups of Pawn Race: the gap of either side, which is a file; what pairs of gaps are worth with perfect
// play; and Black's choice of both gaps, which goes by that.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/games/pawn_race/rules.h"
#include "core/setup/setup_chooser.h"
#include "core/setup/setup_rules.h"
#include "core/setup/setup_space.h"

namespace tabiya::pawn_race {

static_assert(SetupRules<Rules>);

// The values of pairs with perfect play, as `tabiya solve --all --game pawn_race` finds them: by White's gap
// from a to d, then Black's from a to h; W where White wins, B where Black does, = for a draw. The other pairs
// are their mirror images.
inline constexpr std::array<std::string_view, Board::kColumns / 2> kPairValues{
    "=WWWWBBW",
    "WWWBWBWW",
    "WWBWWWWW",
    "WWWWWWWW",
};

constexpr char pair_value(SetupId white, SetupId black) {
  constexpr SetupId kLast = Board::kColumns - 1;
  return white < kPairValues.size() ? kPairValues[white][black] : kPairValues[kLast - white][kLast - black];
}

// Files a to h, by their letters; both sides have the same.
class Gaps final : public SetupSpace {
 public:
  std::string_view game() const override { return "pawn_race"; }
  SetupId count() const override { return Board::kColumns; }
  SetupId mirror(SetupId id) const override { return count() - 1 - id; }
  SetupId normalised(SetupId id) const override { return id < mirror(id) ? id : mirror(id); }
  SetupId normalised_count() const override { return count() / 2; }
  std::string name(SetupId id) const override { return {static_cast<char>('a' + id)}; }
  Result<SetupId> parse(std::string_view name) const override;
};
extern const Gaps kGaps;

inline constexpr std::uint64_t kGamesOfRound = 5;

// A pair is of White's gap and Black's. In a round a player may not choose the same gaps or their mirror image
// twice, and at most once gaps that are opposite each other.
bool may_choose(const SetupPair& pair, std::span<const SetupPair> chosen_before);

// Says what is wrong with a pair that may not be chosen; empty for one that may.
std::string fault_of_choice(const SetupPair& pair, std::span<const SetupPair> chosen_before);

// Five seeds, from a multiple of five on, are the choices that a player makes in one round, one after the
// other. Each is drawn among the best pairs for Black that the choices before it leave.
class GapsChooser final : public SetupChooser {
 public:
  explicit GapsChooser(std::uint64_t seed) : seed_(seed) {}

  SetupPair pair() const;

  SetupId red_setup(const Limits&) override { return pair().red; }
  // The best of Black's gaps for White's, where somebody else chose that.
  SetupId blue_reply(SetupId white, const Limits&) override;

 private:
  std::uint64_t seed_;
};

}  // namespace tabiya::pawn_race
