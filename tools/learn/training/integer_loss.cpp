#include "tools/learn/training/integer_loss.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "tools/learn/training/batches.h"

namespace tabiya::tools {

double integer_loss(const EvaluationChoice& evaluation, const TrainingData& data,
                    std::span<const std::uint32_t> which, double mix, const ParallelFor& parallel) {
  constexpr std::size_t kSlice = 4096;
  std::vector<double> losses((which.size() + kSlice - 1) / kSlice);
  parallel(losses.size(), [&](std::size_t slice) {
    const std::size_t end = std::min(which.size(), (slice + 1) * kSlice);
    for (std::size_t i = slice * kSlice; i < end; ++i) {
      const double logit = value_of(evaluation, see(data, which[i])) / double{kOutputScale};
      losses[slice] += cross_entropy(target_of(lesson_of(data.record(which[i])), mix), logit);
    }
  });
  return std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(which.size());
}

double constant_loss(const TrainingData& data, std::span<const std::uint32_t> which, double mix) {
  double sum = 0;
  for (const std::uint32_t number : which) sum += target_of(lesson_of(data.record(number)), mix);
  return entropy(sum / static_cast<double>(which.size()));
}

}  // namespace tabiya::tools
