#include "tools/training/embedding_sums.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Feature;

// Eight numbers that the processor adds at once, where it can; anywhere in memory.
using Lanes = float __attribute__((vector_size(32), aligned(4), may_alias));
constexpr std::size_t kLanes = sizeof(Lanes) / sizeof(float);
constexpr std::size_t kLanesPerBlock = kColumnBlock / kLanes;

const Lanes* lanes(const float* numbers) { return reinterpret_cast<const Lanes*>(numbers); }
Lanes* lanes(float* numbers) { return reinterpret_cast<Lanes*>(numbers); }

}  // namespace

// No sum depends on which of the versions runs: each number is added up by itself. Sanitizers cannot have
// them, as their choice is made before theirs are set up.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define TABIYA_VERSIONS
#else
#define TABIYA_VERSIONS __attribute__((target_clones("avx2", "default")))
#endif

TABIYA_VERSIONS
void sum_rows(const float* table, std::size_t width, std::span<const Feature> features, float* sums) {
  const float* bias = table + (kTableRows - 1) * width;
  for (; !features.empty(); features = features.subspan(kMaxActiveFeatures), sums += width) {
    for (std::size_t column = 0; column < width; column += kColumnBlock) {
      Lanes block[kLanesPerBlock];
      for (std::size_t i = 0; i < kLanesPerBlock; ++i) block[i] = lanes(bias + column)[i];
      for (int k = 0; k < kMaxActiveFeatures; ++k) {
        const Lanes* row = lanes(table + features[k] * width + column);
        for (std::size_t i = 0; i < kLanesPerBlock; ++i) block[i] += row[i];
      }
      for (std::size_t i = 0; i < kLanesPerBlock; ++i) lanes(sums + column)[i] = block[i];
    }
  }
}

TABIYA_VERSIONS
void add_row_gradients(const float* gradients, std::size_t width, std::size_t begin, std::size_t end,
                       std::span<const Feature> features, float* table_gradient) {
  for (; !features.empty(); features = features.subspan(kMaxActiveFeatures), gradients += width) {
    for (int k = 0; k <= kMaxActiveFeatures; ++k) {
      const std::size_t row = k < kMaxActiveFeatures ? features[k] : kTableRows - 1;
      Lanes* to = lanes(table_gradient + row * width + begin);
      const Lanes* from = lanes(gradients + begin);
      for (std::size_t i = 0; i < (end - begin) / kLanes; ++i) to[i] += from[i];
    }
  }
}

}  // namespace tabiya::tools
