// The setups of Chess960: the men of the first row, from the a-file to the h-file.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "core/games/chess/position.h"
#include "core/setup/setup_space.h"

namespace tabiya::chess {

using Array = std::array<Kind, 8>;

// All 960 of them by their Scharnagl numbers, which begin with 0; 518 is "RNBQKBNR", that of chess. Castling
// tells left from right, so that a mirror image is a setup of its own. Both sides have the same space.
class Arrays final : public SetupSpace {
 public:
  static constexpr SetupId kCount = 960;
  static constexpr SetupId kUsual = 518;

  // Bishops on squares of both colours, and the king between the rooks (Reinhard Scharnagl's numbering:
  // light-squared bishop, dark-squared bishop, queen, knights).
  static Array array(SetupId id);

  std::string_view game() const override { return "chess"; }
  SetupId count() const override { return kCount; }
  SetupId mirror(SetupId id) const override { return id; }
  SetupId normalised(SetupId id) const override { return id; }
  SetupId normalised_count() const override { return kCount; }
  std::string name(SetupId id) const override;
  Result<SetupId> parse(std::string_view name) const override;
};
extern const Arrays kArrays;

}  // namespace tabiya::chess
