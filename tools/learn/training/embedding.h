// The embedding on a processor, and its gradients: nearly all of the work of training, as the rest of the
// network is small. Each list of kMaxActiveFeatures features is a side's view of a position.
//
// libtorch's own embedding_bag sorts the features of a batch for its gradient, and is several times slower.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/eval/features.h"
#include "core/games/zero_point_one/features.h"

namespace tabiya::tools {

inline constexpr std::size_t kColumnBlock = 32;  // every network's width is a multiple of it

// The folded embedding: a row for each feature, then the bias.
inline constexpr std::size_t kTableRows = zero_point_one::kFeatures + 1;

// activations [lists][width] = clamp(the table's last row + the rows of each list's features, 0, 1). `table`
// is [kTableRows][width].
void embed(const float* table, std::size_t width, std::span<const Feature> features, float* activations);

// Adds each row of `gradients` [lists][width], which are those of `activations`, to the rows of its list's
// features in `table_gradient` [kTableRows][width], and to the last row; in kColumnBlock columns from
// `column` on. What was cut off at 0 or 1 has no gradient. The order of additions is that of the lists.
void add_embedding_gradients(const float* activations, const float* gradients, std::size_t width,
                             std::size_t column, std::span<const Feature> features, float* table_gradient);

}  // namespace tabiya::tools
