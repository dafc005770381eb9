#include "core/learn/learning.h"

#include <algorithm>
#include <array>

#include "core/eval/network.h"

namespace tabiya {

Score value_of(const EvaluationChoice& evaluation, const SeenPosition& position) {
  if (!evaluation.network)
    return reference_evaluation(*evaluation.weights, position.mover, position.other, position.phase);
  const PackedNetwork& network = *evaluation.network;
  const Kernel& kernel = evaluation.kernels->for_width(network.width());
  alignas(kCacheLine) std::array<std::array<std::int16_t, kMaxNetworkWidth>, 2> accumulators;
  const std::array<std::span<const Feature>, 2> views{position.mover, position.other};
  for (std::size_t i = 0; i < views.size(); ++i) {
    std::array<const std::int16_t*, kMaxActiveFeatures> rows;
    std::ranges::transform(views[i], rows.begin(), [&](Feature feature) { return network.row(feature); });
    kernel.accumulate(accumulators[i].data(), network.bias(), rows.data(), static_cast<int>(views[i].size()),
                      nullptr, 0);
  }
  return kernel.forward(network.layers(), accumulators[0].data(), accumulators[1].data());
}

}  // namespace tabiya
