// Black's choice of both gaps, by what the pairs are worth (pair_values.h).
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "core/games/pawn_race/rules.h"
#include "core/setup/setup_chooser.h"

namespace tabiya::pawn_race {

struct GapPair {
  SetupId white = 0, black = 0;

  GapPair mirrored() const { return {Board::kColumns - 1 - white, Board::kColumns - 1 - black}; }
  bool are_opposite() const { return white == black; }

  friend bool operator==(const GapPair&, const GapPair&) = default;
};

inline constexpr std::uint64_t kGamesOfRound = 5;

// In a round a player may not choose the same gaps or their mirror image twice, and at most once gaps that
// are opposite each other.
bool may_choose(const GapPair& pair, std::span<const GapPair> chosen_before);

// Says what is wrong with a pair that may not be chosen; empty for one that may.
std::string fault_of_choice(const GapPair& pair, std::span<const GapPair> chosen_before);

// Five seeds, from a multiple of five on, are the choices that a player makes in one round, one after the
// other. Each is drawn among the best pairs for Black that the choices before it leave.
class GapsChooser final : public SetupChooser {
 public:
  explicit GapsChooser(std::uint64_t seed) : seed_(seed) {}

  GapPair pair() const;

  SetupId red_setup(const Limits&) override { return pair().white; }
  // The best of Black's gaps for White's, where somebody else chose that.
  SetupId blue_reply(SetupId white, const Limits&) override;

 private:
  std::uint64_t seed_;
};

}  // namespace tabiya::pawn_race
