#include "core/eval/network.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "codec/crc64.h"

namespace tabiya {
namespace {

int activation(std::int32_t value) { return std::clamp(value, 0, kMaxActivation); }

std::vector<int> transformer_activations(const NetworkWeights& weights,
                                         std::span<const std::uint16_t> features) {
  const std::size_t width = weights.shape.width;
  std::vector<int> result(width);
  for (std::size_t i = 0; i < width; ++i) {
    int sum = weights.transformer_bias[i];
    for (std::uint16_t feature : features) sum += weights.transformer[feature * width + i];
    result[i] = activation(sum);
  }
  return result;
}

// One row of a layer's weights times its inputs, plus the bias.
std::int32_t affine(std::span<const std::int8_t> row, std::span<const int> inputs, std::int32_t bias) {
  std::int32_t sum = bias;
  for (std::size_t i = 0; i < inputs.size(); ++i) sum += row[i] * inputs[i];
  return sum;
}

}  // namespace

Status check_shape(NetworkShape shape) {
  if (std::ranges::find(kNetworkWidths, shape.width) == kNetworkWidths.end()) {
    return unsupported("network width " + std::to_string(shape.width) +
                       " is not one of 32, 64, 128, 256, 512");
  }
  if (shape.features == 0 || shape.features > kMaxNetworkFeatures) {
    return unsupported("a network of " + std::to_string(shape.features) + " features; 1 to " +
                       std::to_string(kMaxNetworkFeatures) + " are supported");
  }
  return ok_status();
}

NetworkWeights::NetworkWeights(NetworkShape network_shape)
    : shape(network_shape),
      transformer(std::size_t{shape.features} * shape.width),
      transformer_bias(shape.width),
      w0(std::size_t{2} * kHidden0 * shape.width) {}

std::size_t number_count(NetworkShape shape) {
  const std::size_t width = shape.width;
  return (shape.features + 1 + 2 * kHidden0) * width + kHidden0 + kHidden1 * kHidden0 + kHidden1 + kHidden1 +
         1;
}

Status check_ranges(const NetworkWeights& weights) {
  Status status = ok_status();
  std::size_t first = 0;
  visit_arrays(weights, [&](auto numbers, int limit, const char* name) {
    const auto bad = std::ranges::find_if(numbers, [&](int number) { return std::abs(number) > limit; });
    if (status && bad != numbers.end()) {
      status = corrupt(std::string(name) + " weight " + std::to_string(*bad) + " is outside -" +
                           std::to_string(limit) + "..." + std::to_string(limit),
                       first + static_cast<std::size_t>(bad - numbers.begin()));
    }
    first += numbers.size();
  });
  return status;
}

std::int32_t reference_evaluation(const NetworkWeights& weights,
                                  std::span<const std::uint16_t> mover_features,
                                  std::span<const std::uint16_t> other_features) {
  std::vector<int> x = transformer_activations(weights, mover_features);
  const std::vector<int> other = transformer_activations(weights, other_features);
  x.insert(x.end(), other.begin(), other.end());

  std::array<int, kHidden0> h0;
  for (std::size_t i = 0; i < h0.size(); ++i) {
    const auto row = std::span(weights.w0).subspan(i * x.size(), x.size());
    h0[i] = activation(affine(row, x, weights.b0[i]) >> kHidden0Shift);
  }
  std::array<int, kHidden1> h1;
  for (std::size_t i = 0; i < h1.size(); ++i) {
    const auto row = std::span(weights.w1).subspan(i * h0.size(), h0.size());
    h1[i] = activation(affine(row, h0, weights.b1[i]) >> kHidden1Shift);
  }
  return affine(weights.w2, h1, weights.b2);
}

std::uint64_t fingerprint(const NetworkWeights& weights) {
  std::uint64_t crc = codec::crc64(std::as_bytes(std::span(&weights.shape, 1)));
  visit_arrays(weights,
               [&](auto numbers, int, const char*) { crc = codec::crc64(std::as_bytes(numbers), crc); });
  return crc;
}

}  // namespace tabiya
