// A setup of 0.1: 16 pieces in canonical order, that is, as their owner sees them: its back row from left to
// right, then the row in front of it.
#pragma once

#include <array>

#include "core/games/zero_point_one/pieces.h"
#include "core/setup/multiset.h"
#include "core/setup/setup_space.h"

namespace tabiya::zero_point_one {

using Setup = std::array<Kind, kSetupSize>;

// The square of the i-th piece of a canonical setup: a1 … b8 for Red, h8 … g1 for Blue (a half turn).
constexpr Square setup_square(Side side, int i) {
  return static_cast<Square>(side == Side::kRed ? i : Board::kSquares - 1 - i);
}

// Each row reversed.
Setup mirror(const Setup& setup);

// The index (0 … 15) of the wazir.
int wazir_index(const Setup& setup);

// True if the wazir stands in columns 1 to 4.
bool is_normalised(const Setup& setup);

// 10,810,800 setups, ranked lexicographically with A < D < F < N < W.
using SetupRanking = Multiset<kSetupCounts>;
SetupId rank(const Setup& setup);  // of a complete setup
Setup unrank(SetupId id);          // id < SetupRanking::size()

// Calls visit(setup) for each setup, in the order of their ranks.
template <class Visit>
void for_each_setup(Visit&& visit) {
  SetupRanking::for_each(
      [&](const auto& arrangement) { visit(reinterpret_cast<const Setup&>(arrangement)); });
}

// The setups of either side: both have the same, since the canonical form is colour-free.
class Setups final : public SetupSpace {
 public:
  std::string_view game() const override { return "zero_point_one"; }
  SetupId count() const override { return SetupRanking::size(); }
  SetupId mirror(SetupId id) const override;
  SetupId normalised(SetupId id) const override;
  SetupId normalised_count() const override { return count() / 2; }  // no file is in the middle
  void for_each_normalised(const VisitId& visit) const override;
  std::string name(SetupId id) const override;
  void for_each_name(bool normalised_only, const VisitName& visit) const override;
  Result<SetupId> parse(std::string_view name) const override;
};
extern const Setups kSetups;

}  // namespace tabiya::zero_point_one
