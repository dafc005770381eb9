#include "core/eval/packed_network.h"

#include <algorithm>
#include <span>
#include <string>
#include <utility>

namespace tabiya {
namespace {

// Packs rows of weights, [outputs][inputs], into words of four, [inputs / 4][outputs].
void pack(std::span<const std::int8_t> weights, std::size_t outputs, std::int32_t* words) {
  const std::size_t inputs = weights.size() / outputs;
  for (std::size_t first = 0; first < inputs; first += 4) {
    for (std::size_t output = 0; output < outputs; ++output) {
      std::uint32_t word = 0;
      for (std::size_t k = 0; k < 4; ++k) {
        const auto byte = static_cast<std::uint8_t>(weights[output * inputs + first + k]);
        word |= std::uint32_t{byte} << (8 * k);
      }
      *words++ = static_cast<std::int32_t>(word);
    }
  }
}

}  // namespace

Result<PackedNetwork> PackedNetwork::make(NetworkWeights weights) {
  if (Status status = check_shape(weights.shape); !status) return status.error();
  if (Status status = check_ranges(weights); !status) return status.error();
  return PackedNetwork(std::move(weights));
}

PackedNetwork::PackedNetwork(NetworkWeights weights)
    : weights_(std::move(weights)), w0_(weights_.w0.size() / 4), fingerprint_(tabiya::fingerprint(weights_)) {
  pack(weights_.w0, kHidden0, w0_.data());
  pack(weights_.w1, kHidden1, &layers_.w1[0][0]);
  pack(weights_.w2, 1, layers_.w2);
  std::ranges::copy(weights_.b0, layers_.b0);
  std::ranges::copy(weights_.b1, layers_.b1);
  layers_.b2 = weights_.b2;
  layers_.w0 = w0_.data();
}

Status check_features(const PackedNetwork& network, std::size_t features) {
  if (network.weights().shape.features == features) return ok_status();
  return unsupported("a network of " + std::to_string(network.weights().shape.features) +
                     " features; this game has " + std::to_string(features));
}

}  // namespace tabiya
