// Networks with random numbers, for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include "core/eval/network.h"
#include "core/random.h"

namespace tabiya::test {

// Numbers up to `scale` times the magnitude allowed; the smaller, the more often activations lie between
// their bounds.
inline NetworkWeights random_network(NetworkShape shape, std::uint64_t seed, double scale = 1.0) {
  NetworkWeights weights(shape);
  Random random(seed);
  visit_arrays(weights, [&](auto numbers, int limit, const char*) {
    const auto bound = static_cast<std::uint32_t>(std::max(1.0, limit * scale));
    for (auto& number : numbers) {
      number = static_cast<std::remove_reference_t<decltype(number)>>(
          static_cast<int>(random.below(2 * bound + 1)) - static_cast<int>(bound));
    }
  });
  return weights;
}

// A network whose layers all carry information: small feature transformer weights and first biases.
inline NetworkWeights lively_network(NetworkShape shape, std::uint64_t seed) {
  NetworkWeights weights = random_network(shape, seed);
  for (auto& number : weights.transformer) number = static_cast<std::int16_t>(number / 32);
  for (auto& number : weights.transformer_bias) number = static_cast<std::int16_t>(number / 16);
  for (auto& number : weights.b0) number /= 256;
  for (auto& number : weights.b1) number /= 1024;
  for (auto& number : weights.w1) number = static_cast<std::int8_t>(number / 2);
  return weights;
}

}  // namespace tabiya::test
