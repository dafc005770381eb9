#include "tools/learn/feature_transformer.h"

namespace tabiya::tools {
namespace {

// A lane is eight numbers that the processor adds at once, if it can; they may lie anywhere in memory.
using Lanes = float __attribute__((vector_size(32), aligned(4), may_alias));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(float);
constexpr std::size_t kLanesPerBlock = kColumnBlock / kLanes;

const Lanes* lanes(const float* numbers) { return reinterpret_cast<const Lanes*>(numbers); }
Lanes* lanes(float* numbers) { return reinterpret_cast<Lanes*>(numbers); }

}  // namespace

// No sum depends on which of the versions runs: each number is added up by itself. Sanitizers exclude such
// versions, as the version is chosen before a sanitizer is set up.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TABIYA_VERSIONS
#else
#define TABIYA_VERSIONS __attribute__((target_clones("avx2", "default")))
#endif

TABIYA_VERSIONS
void embed(const float* table, std::size_t count, std::size_t width, std::span<const Feature> features,
           float* activations) {
  const float* bias = table + count * width;
  for (; !features.empty(); features = features.subspan(kMaxActiveFeatures), activations += width) {
    for (std::size_t column = 0; column < width; column += kColumnBlock) {
      Lanes sums[kLanesPerBlock];
      for (std::size_t i = 0; i < kLanesPerBlock; ++i) sums[i] = lanes(bias + column)[i];
      for (int k = 0; k < kMaxActiveFeatures; ++k) {
        const Lanes* row = lanes(table + features[k] * width + column);
        for (std::size_t i = 0; i < kLanesPerBlock; ++i) sums[i] += row[i];
      }
      for (std::size_t i = 0; i < kLanesPerBlock; ++i) {
        const Lanes positive = sums[i] > 0 ? sums[i] : Lanes{};
        lanes(activations + column)[i] = positive < 1 ? positive : Lanes{} + 1;
      }
    }
  }
}

TABIYA_VERSIONS
void add_transformer_gradients(const float* activations, const float* gradients, std::size_t count,
                               std::size_t width, std::size_t column, std::span<const Feature> features,
                               float* table_gradient) {
  table_gradient += column;
  for (std::size_t at = column; !features.empty(); features = features.subspan(kMaxActiveFeatures)) {
    Lanes added[kLanesPerBlock];
    for (std::size_t i = 0; i < kLanesPerBlock; ++i) {
      const Lanes activation = lanes(activations + at)[i];
      added[i] = ((activation > 0) & (activation < 1)) ? lanes(gradients + at)[i] : Lanes{};
    }
    const auto add_to = [&](std::size_t row) {
      Lanes* to = lanes(table_gradient + row * width);
      for (std::size_t i = 0; i < kLanesPerBlock; ++i) to[i] += added[i];
    };
    for (int k = 0; k < kMaxActiveFeatures; ++k) add_to(features[k]);
    add_to(count);
    at += width;
  }
}

}  // namespace tabiya::tools
