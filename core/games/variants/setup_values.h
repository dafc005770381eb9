// The values of setups of a game from a file, without the positions, by evaluations in which each man counts
// by its square alone.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "core/eval/feature_weights.h"
#include "core/games/variants/setups.h"
#include "core/search/score.h"
#include "core/setup/setup_space.h"

namespace tabiya::variants {

// SetupValues in core/setup/separable_oracle.h.
class FileSetupValues {
 public:
  // Values by MenEvaluation.
  static FileSetupValues by_men(const PlacedSetups& setups);
  // Values by weights of the game's features (WeightedEvaluation); nothing if the value of a man depends on
  // where the kings stand.
  static std::optional<FileSetupValues> by_weights(const PlacedSetups& setups,
                                                   std::shared_ptr<const FeatureWeights> weights);

  std::int32_t red_value(SetupId id) const { return value(0, id); }
  std::int32_t blue_value(SetupId id) const { return value(1, id); }
  Score pair_value(std::int32_t red, std::int32_t blue) const;

 private:
  // The value that a man adds to its side, in units of 1 / scale.
  using ManValue = std::function<std::int32_t(int side, Kind kind, Square square)>;
  FileSetupValues(const PlacedSetups& setups, const ManValue& man);

  std::int32_t value(int side, SetupId id) const { return spaces_[at(side)]->sum(id, (*worth_)[at(side)]); }

  std::array<const SideSetups*, 2> spaces_;
  // The tables of both sides, as SideSetups::sum() takes them.
  std::shared_ptr<const std::array<std::vector<std::int32_t>, 2>> worth_;
  std::shared_ptr<const FeatureWeights> weights_;  // kept for the evaluation that searches
  std::int32_t others_ = 0;  // White's men that are there before the setups, less Black's
  std::int32_t scale_ = 1;   // negative where men are burdens
  Score turn_ = 0;           // of the move
};

}  // namespace tabiya::variants
