#include "tools/learn/training/integer_loss.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "core/games/zero_point_one/evaluation.h"
#include "tools/assets/network_input.h"
#include "tools/cli/failure.h"
#include "tools/learn/training/batches.h"

namespace tabiya::tools {

double integer_loss(const NetworkWeights& weights, const TrainingData& data,
                    std::span<const std::uint32_t> which, double mix, const ParallelFor& parallel) {
  using zero_point_one::NetworkEvaluation;
  constexpr std::size_t kSlice = 4096;
  const PackedNetwork network = take(PackedNetwork::make(weights), "the trained network");
  const NetworkEvaluation evaluation(network, chosen_kernels());
  std::vector<double> losses((which.size() + kSlice - 1) / kSlice);
  parallel(losses.size(), [&](std::size_t slice) {
    const auto state = std::make_unique<NetworkEvaluation::State>();
    const std::size_t end = std::min(which.size(), (slice + 1) * kSlice);
    for (std::size_t i = slice * kSlice; i < end; ++i) {
      const zero_point_one::TrainingRecord record = unpack(data.records, which[i]);
      evaluation.reset(record.position, *state);
      const double logit = evaluation.value(record.position, *state) / double{kOutputScale};
      losses[slice] += cross_entropy(target_of(record, mix), logit);
    }
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(which.size());
}

double constant_loss(const TrainingData& data, std::span<const std::uint32_t> which, double mix) {
  double sum = 0;
  for (const std::uint32_t number : which) sum += target_of(unpack(data.records, number), mix);
  return entropy(sum / static_cast<double>(which.size()));
}

}  // namespace tabiya::tools
