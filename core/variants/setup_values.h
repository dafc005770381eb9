// What setups of a game from a file are worth by MenEvaluation, without the positions: each man counts by its square alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/search/score.h"
#include "core/setup/setup_space.h"
#include "core/variants/setups.h"

namespace tabiya::variants {

// SetupValues in core/setup/separable_oracle.h.
class MenSetupValues {
 public:
  explicit MenSetupValues(const PlacedSetups& setups);

  std::int32_t red_value(SetupId id) const { return value(0, id); }
  std::int32_t blue_value(SetupId id) const { return value(1, id); }
  Score pair_value(std::int32_t red, std::int32_t blue) const;

 private:
  std::int32_t value(int side, SetupId id) const { return spaces_[at(side)]->sum(id, (*worth_)[at(side)]); }

  std::array<const SideSetups*, 2> spaces_;
  // Of each side, as SideSetups::sum() takes them.
  std::shared_ptr<const std::array<std::vector<std::int32_t>, 2>> worth_;
  Score others_ = 0;  // White's men that are there before the setups, less Black's
  bool are_burdens_ = false;
};

}  // namespace tabiya::variants
