// A network made ready to run: checked, and packed as the kernels want it.
#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/result.h"
#include "core/eval/kernels/kernel.h"
#include "core/eval/network.h"

namespace tabiya {

// Immutable and safe to share between threads.
class PackedNetwork {
 public:
  // Errors: as check_shape and check_ranges.
  static Result<PackedNetwork> make(NetworkWeights weights);
  // A copy would point into the numbers of the original.
  PackedNetwork(PackedNetwork&&) = default;
  PackedNetwork& operator=(PackedNetwork&&) = default;

  const NetworkWeights& weights() const { return weights_; }
  std::uint32_t width() const { return weights_.shape.width; }
  const PackedLayers& layers() const { return layers_; }
  const std::int16_t* bias() const { return weights_.transformer_bias.data(); }
  const std::int16_t* row(std::size_t feature) const {
    return weights_.transformer.data() + feature * width();
  }
  std::uint64_t fingerprint() const { return fingerprint_; }

 private:
  explicit PackedNetwork(NetworkWeights weights);

  NetworkWeights weights_;
  AlignedVector<std::int32_t> w0_;
  PackedLayers layers_;  // points into w0_, which a move of the vector leaves where it is
  std::uint64_t fingerprint_;
};

// Checks that the network was made for this many features. Errors: kUnsupported.
Status check_features(const PackedNetwork& network, std::size_t features);

}  // namespace tabiya
