// Linear evaluations by features: each feature has a weight, and a position is worth
//
//   bias + sum of the weights that the side to move sees - sum of those that the other side sees
//
// in logit x 10,000, the side to move's view. If all king buckets share their weights, these are piece-square
// weights; if each bucket has its own, there is one such table for every square of the royal piece.
//
// Where weights taper (features.h), a feature has two, of the middlegame and of the endgame. The sums of both
// are mixed by the phase of the position:
//
//   bias + (middlegame sum * phase + endgame sum * (kMiddlegame - phase)) / kMiddlegame, rounded towards 0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "codec/result.h"

namespace tabiya {

inline constexpr std::int32_t kMaxFeatureWeight = 32'767;  // and of the bias: no sum of them is a proven win

struct FeatureWeights {
  std::vector<std::int16_t> weights;  // one for each feature of the game, or two (kWeightsOf)
  std::int16_t bias = 0;

  bool operator==(const FeatureWeights&) const = default;
};

// The formulas above, word for word. Everything faster is tested against them. `phase`: where weights taper.
std::int32_t reference_evaluation(const FeatureWeights& weights,
                                  std::span<const std::uint16_t> mover_features,
                                  std::span<const std::uint16_t> other_features,
                                  std::optional<int> phase = std::nullopt);

// Fingerprints are equal for equal numbers.
std::uint64_t fingerprint(const FeatureWeights& weights);

// Their file: a container (codec/container.h) of kind "LINR". All integers are little-endian.
//
//   GAME  the name of the game, UTF-8 text
//   NAME  the name of the weights, UTF-8 text
//   FROM  their provenance: where the numbers come from, UTF-8 text
//   NUMS  the bias, then the weights, each i16
//   RULE  of a game from a file: the version of its rules, u32
struct NamedWeights {
  std::string game;
  std::string name;
  std::string provenance;  // all three without control characters
  FeatureWeights weights;
  std::uint32_t rules = 0;  // GameModule::rules_version(); 0: those of a game that the program knows

  bool operator==(const NamedWeights&) const = default;
};

// True if a file says that it holds such weights, whatever else is in it.
bool looks_like_weights(std::span<const std::byte> file);

std::vector<std::byte> encode_weights(const NamedWeights& weights);

// Accepts exactly what encode_weights() makes. Errors: kCorrupt; kUnsupported for another kind of file or
// another version.
Result<NamedWeights> decode_weights(std::span<const std::byte> file);

}  // namespace tabiya
