// The features that the setups of a game from a file add to those that its networks know.
#pragma once

#include <array>
#include <cstdint>

#include "core/eval/features.h"
#include "core/games/variants/setups.h"
#include "core/setup/setup_space.h"

namespace tabiya::variants {

// SetupFeatures in core/setup/network_oracle.h. A king bucket is that of Features.
class FileSetupFeatures {
 public:
  static constexpr int kSetupKingBuckets = Board::kSquares;

  struct Man {
    Kind kind;
    Square square;  // of the board
  };
  // All men of a side after it has placed its own.
  struct Setup {
    std::array<Man, kMaxActiveFeatures + 1> men;
    std::uint8_t count = 0;
    std::uint8_t king_bucket = 0;
  };

  explicit FileSetupFeatures(const PlacedSetups& setups) : setups_(setups) {}

  // True if networks see all men of the game, and one king of each side where they see kings.
  bool are_seen() const;

  Setup unrank(int side, SetupId id) const;
  int setup_king_bucket(int, const Setup& setup) const { return setup.king_bucket; }
  FeatureList own_features(int side, const Setup& setup) const;
  FeatureList seen_features(int side, const Setup& setup, int bucket) const;

 private:
  FeatureList features(int side, const Setup& setup, int viewer, int bucket) const;

  PlacedSetups setups_;
};

}  // namespace tabiya::variants
