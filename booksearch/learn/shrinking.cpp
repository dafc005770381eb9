#include "booksearch/learn/shrinking.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <numeric>

#include "codec/matrix_steps.h"
#include "core/eval/packed_network.h"

namespace tabiya::booksearch {
namespace {

// The result says how often each row is in use, in the positions of both sides.
Result<std::vector<double>> uses_of_rows(const NetworkWeights& network,
                                         std::span<const SeenPosition> positions) {
  std::vector<double> uses(network.shape.features);
  for (const SeenPosition& position : positions)
    for (const FeatureList* seen : {&position.mover, &position.other})
      for (const Feature feature : std::span<const Feature>(*seen)) {
        if (feature >= uses.size())
          return invalid("the positions have features that the network lacks; they are of another game");
        ++uses[feature];
      }
  return uses;
}

// Few steps, so that those of neighbouring rows are often the same.
std::int32_t step_for(double wanted) {
  constexpr std::array kSteps{1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 512, 1024, 2048};
  static_assert(kSteps.back() > 2 * kMaxTransformerWeight && kSteps.back() <= codec::kMostStep);
  const auto above = std::ranges::upper_bound(kSteps, wanted);
  return above == kSteps.begin() ? 1 : *(above - 1);
}

std::int16_t rounded(std::int16_t weight, std::int32_t step) {
  const int magnitude = std::abs(int{weight});
  const int multiple = std::min((magnitude + step / 2) / step, kMaxTransformerWeight / step);
  return static_cast<std::int16_t>(weight < 0 ? -multiple * step : multiple * step);
}

// Adds to the bias what the rows in use have lost on average.
void mend_bias(const NetworkWeights& before, NetworkWeights& after, std::span<const double> uses,
               double sides) {
  const std::size_t width = before.shape.width;
  for (std::size_t column = 0; column < width; ++column) {
    double lost = 0;
    for (std::size_t row = 0; row < uses.size(); ++row)
      lost +=
          uses[row] * (before.transformer[row * width + column] - after.transformer[row * width + column]);
    const int bias = before.transformer_bias[column] + static_cast<int>(std::lround(lost / sides));
    after.transformer_bias[column] =
        static_cast<std::int16_t>(std::clamp(bias, -kMaxTransformerWeight, kMaxTransformerWeight));
  }
}

std::vector<double> values_of(const NetworkWeights& network, std::span<const SeenPosition> positions) {
  std::vector<double> values;
  values.reserve(positions.size());
  for (const SeenPosition& position : positions)
    values.push_back(reference_evaluation(network, position.mover, position.other));
  return values;
}

}  // namespace

Result<ShrinkingError> shrinking_error(const NetworkWeights& before, const NetworkWeights& after,
                                       std::span<const SeenPosition> positions) {
  const Result<std::vector<double>> uses = uses_of_rows(before, positions);
  if (!uses) return uses.error();
  const std::vector<double> a = values_of(before, positions), b = values_of(after, positions);
  const auto count = static_cast<double>(positions.size());
  double sum_a = 0, sum_b = 0, squares = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    sum_a += a[i];
    sum_b += b[i];
    squares += (b[i] - a[i]) * (b[i] - a[i]);
  }
  double var_a = 0, var_b = 0, product = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double x = a[i] - sum_a / count, y = b[i] - sum_b / count;
    var_a += x * x;
    var_b += y * y;
    product += x * y;
  }
  const double scale = std::sqrt(var_a * var_b);
  return ShrinkingError{std::sqrt(squares / count), (sum_b - sum_a) / count, scale > 0 ? product / scale : 1};
}

Result<NetworkWeights> round_rows(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                  double noise) {
  const Result<std::vector<double>> uses = uses_of_rows(network, positions);
  if (!uses) return uses.error();
  double in_use = 0, all_uses = 0;
  for (const double use : *uses) {
    in_use += use > 0;
    all_uses += use;
  }
  NetworkWeights after = network;
  const std::size_t width = network.shape.width;
  for (std::size_t row = 0; row < uses->size(); ++row) {
    // A row that no position of a sample needs may still be needed once: it counts as half a use.
    const double use = std::max((*uses)[row], 0.5) * in_use / std::max(all_uses, 1.0);
    const std::int32_t step = step_for(noise / std::sqrt(use));
    for (std::int16_t& weight : std::span(after.transformer).subspan(row * width, width))
      weight = rounded(weight, step);
  }
  mend_bias(network, after, *uses, 2.0 * static_cast<double>(positions.size()));
  return after;
}

std::vector<std::int32_t> steps_of_rows(const NetworkWeights& network) {
  std::vector<std::int32_t> steps(network.shape.features);
  for (std::size_t i = 0; i < network.transformer.size(); ++i) {
    std::int32_t& step = steps[i / network.shape.width];
    step = std::gcd(step, std::int32_t{network.transformer[i]});
  }
  for (std::int32_t& step : steps)
    if (step == 0) step = 2 * kMaxTransformerWeight + 2;
  return steps;
}

void round_to_steps(NetworkWeights& network, std::span<const std::int32_t> steps) {
  for (std::size_t i = 0; i < network.transformer.size(); ++i)
    network.transformer[i] = rounded(network.transformer[i], steps[i / network.shape.width]);
}

Result<NetworkWeights> shrink_network(const NetworkWeights& network, std::span<const SeenPosition> positions,
                                      const std::function<bool(const NetworkWeights&)>& fits) {
  constexpr double kMost = 4.0 * kMaxTransformerWeight;
  constexpr int kTries = 11;
  double fitting = kMost, large = 0.1;
  Result<NetworkWeights> best = round_rows(network, positions, fitting);
  if (!best) return best;
  if (!fits(*best)) return too_large("even a network whose rows are all rounded to nothing takes more");
  for (int i = 0; i < kTries; ++i) {
    const double middle = std::sqrt(fitting * large);
    Result<NetworkWeights> tried = round_rows(network, positions, middle);
    if (!tried) return tried;
    const bool is_small = fits(*tried);
    (is_small ? fitting : large) = middle;
    if (is_small) best = std::move(tried);
  }
  return best;
}

}  // namespace tabiya::booksearch
