#include "booksearch/learn/float_network.h"

#include <algorithm>
#include <cmath>

#include "core/random.h"

namespace tabiya::booksearch {
namespace {

// Returns a correction of a layer's bias, in its integers: it makes up for the shift of the layer, which
// rounds down.
constexpr double rounding(FloatArray array) {
  if (array == kB0) return 1 << (kHidden0Shift - 1);
  if (array == kB1) return 1 << (kHidden1Shift - 1);
  return 0;
}

template <class Integer>
Integer to_integer(FloatArray array, double number) {
  const double limit = std::round(array_limit(array) * array_scale(array));
  return static_cast<Integer>(
      std::lround(std::clamp(number * array_scale(array) + rounding(array), -limit, limit)));
}

// Calls visit(array, integers) for each array of `weights`, whose feature transformer stands for kOwn.
template <class Weights, class Visit>
void visit_integers(Weights& weights, Visit visit) {
  constexpr std::array kInOrder{kOwn, kTransformerBias, kW0, kB0, kW1, kB1, kW2, kB2};
  std::size_t i = 0;
  visit_arrays(weights, [&](auto integers, int, const char*) { visit(kInOrder[i++], integers); });
}

double activation(double sum) { return std::clamp(sum, 0.0, 1.0); }

std::vector<double> layer(const std::vector<float>& weights, const std::vector<float>& biases,
                          const std::vector<double>& inputs) {
  std::vector<double> outputs(biases.begin(), biases.end());
  for (std::size_t i = 0; i < outputs.size(); ++i)
    for (std::size_t k = 0; k < inputs.size(); ++k) outputs[i] += weights[i * inputs.size() + k] * inputs[k];
  return outputs;
}

void append_activations(const FloatNetwork& network, std::span<const Feature> features,
                        std::vector<double>& x) {
  const std::size_t width = network.shape.width;
  for (std::size_t i = 0; i < width; ++i) {
    double sum = network[kTransformerBias][i];
    for (const Feature feature : features)
      sum += static_cast<double>(network[kOwn][feature * width + i]) +
             network[kShared][feature % network.shape.shared * width + i];
    x.push_back(activation(sum));
  }
}

double linear_output(const FloatNetwork& network, std::span<const Feature> mover_features,
                     std::span<const Feature> other_features, double phase) {
  const auto of_row = [&](std::size_t row) {
    return static_cast<double>(network[kOwn][row]) + network[kShared][row % network.shape.shared];
  };
  const auto number = [&](std::size_t feature) {
    if (!network.shape.tapers) return of_row(feature);
    return phase * of_row(2 * feature) + (1 - phase) * of_row(2 * feature + 1);
  };
  double sum = network[kTransformerBias].front();
  for (const Feature feature : mover_features) sum += number(feature);
  for (const Feature feature : other_features) sum -= number(feature);
  return sum;
}

std::int16_t to_weight(double logits) {
  constexpr double kLimit = kMaxFeatureWeight;
  return static_cast<std::int16_t>(std::lround(std::clamp(logits * kOutputScale, -kLimit, kLimit)));
}

// Moves the mean over all king buckets of each row into the shared one.
void split_off_shared_rows(FloatNetwork& network) {
  std::vector<float>&own = network[kOwn], &shared = network[kShared];
  const auto king_buckets = static_cast<float>(network.shape.features / network.shape.shared);
  for (std::size_t i = 0; i < own.size(); ++i) shared[i % shared.size()] += own[i] / king_buckets;
  for (std::size_t i = 0; i < own.size(); ++i) own[i] -= shared[i % shared.size()];
}

}  // namespace

FloatNetwork random_float_network(const ModelShape& shape, std::uint64_t seed) {
  FloatNetwork network(shape);
  if (shape.is_linear()) return network;
  Random random(seed);
  const auto fill = [&](FloatArray array, double middle, double deviation) {
    for (float& number : network[array]) {  // uniform
      const double unit = static_cast<double>(random.next() >> 11) * 0x1p-52 - 1;
      number = static_cast<float>(middle + unit * deviation * std::sqrt(3.0));
    }
  };
  // With these deviations activations begin between their bounds: 31 rows add up to a deviation of 0.3 or so.
  fill(kShared, 0, 0.05);
  fill(kTransformerBias, 0.4, 0.1);
  fill(kW0, 0, 1 / std::sqrt(2.0 * shape.width));
  fill(kB0, 0.4, 0.1);
  fill(kW1, 0, 1 / std::sqrt(1.0 * kHidden0));
  fill(kB1, 0.4, 0.1);
  fill(kW2, 0, 1 / std::sqrt(1.0 * kHidden1));
  return network;
}

FloatNetwork from_integers(const NetworkWeights& weights, std::size_t shared) {
  FloatNetwork network({weights.shape.features, shared, weights.shape.width});
  visit_integers(weights, [&](FloatArray array, auto integers) {
    std::ranges::transform(integers, network[array].begin(), [&](auto integer) {
      return static_cast<float>((integer - rounding(array)) / array_scale(array));
    });
  });
  split_off_shared_rows(network);
  return network;
}

NetworkWeights to_integers(const FloatNetwork& network) {
  NetworkWeights weights({static_cast<std::uint32_t>(network.shape.features), network.shape.width});
  const std::size_t shared_size = network[kShared].size();
  visit_integers(weights, [&](FloatArray array, auto integers) {
    for (std::size_t i = 0; i < integers.size(); ++i) {
      double number = network[array][i];
      if (array == kOwn) number += network[kShared][i % shared_size];
      integers[i] = to_integer<std::remove_reference_t<decltype(integers[i])>>(array, number);
    }
  });
  return weights;
}

FeatureWeights to_weights(const FloatNetwork& network) {
  FeatureWeights weights;
  weights.bias = to_weight(network[kTransformerBias].front());
  const std::size_t shared = network.shape.shared;
  for (std::size_t i = 0; i < network.shape.features; ++i)
    weights.weights.push_back(
        to_weight(static_cast<double>(network[kOwn][i]) + network[kShared][i % shared]));
  return weights;
}

FloatNetwork from_weights(const FeatureWeights& weights, ModelShape model) {
  model.features = weights.weights.size();
  FloatNetwork network(model);
  const auto to_logits = [](std::int16_t weight) { return weight / kOutputScale; };
  network[kTransformerBias].front() = to_logits(weights.bias);
  std::ranges::transform(weights.weights, network[kOwn].begin(), to_logits);
  return network;
}

double reference_output(const FloatNetwork& network, std::span<const Feature> mover_features,
                        std::span<const Feature> other_features, double phase) {
  if (network.shape.is_linear()) return linear_output(network, mover_features, other_features, phase);
  std::vector<double> x;
  append_activations(network, mover_features, x);
  append_activations(network, other_features, x);
  std::vector<double> h0 = layer(network[kW0], network[kB0], x);
  std::ranges::transform(h0, h0.begin(), activation);
  std::vector<double> h1 = layer(network[kW1], network[kB1], h0);
  std::ranges::transform(h1, h1.begin(), activation);
  return layer(network[kW2], network[kB2], h1).front();
}

}  // namespace tabiya::booksearch
