// Black's choice of both gaps.
#pragma once

#include <optional>

#include "core/setup/setup_chooser.h"

namespace tabiya::pawn_race {

// For each of White's gaps, up to the mirror image, the best of Black's is searched; then Black takes the
// pair that is best for him. Pairs that White is known to win are left out where there are others.
class GapsChooser final : public SetupChooser {
 public:
  // `engine` outlives this.
  explicit GapsChooser(PairEngine& engine) : engine_(engine) {}

  SetupId red_setup(const Limits& limits) override;                  // White's gap
  SetupId blue_reply(SetupId white, const Limits& limits) override;  // Black's, to that

 private:
  struct Gaps {
    SetupId white = 0, black = 0;
  };

  PairEngine& engine_;
  std::optional<Gaps> chosen_;
};

}  // namespace tabiya::pawn_race
