// The feature transformer on a processor, and its gradients: nearly all of the work of training, as the rest
// of the network is small. Each list of kMaxActiveFeatures features is a side's view of a position.
//
// libtorch's own embedding_bag sorts the features of a batch for its gradient, and is several times slower.
#pragma once

#include <cstddef>
#include <span>

#include "core/eval/features.h"

namespace tabiya::tools {

inline constexpr std::size_t kColumnBlock = 32;  // every network's width is a multiple of it

// The table is the folded feature transformer: a row for each feature, then the bias, then a row of zeros,
// which fills up lists.
constexpr std::size_t table_rows(std::size_t features) { return features + 2; }

// activations [lists][width] = clamp(the bias + the rows of each list's features, 0, 1). `table` is
// [table_rows(count)][width], where `count` is the number of features.
void embed(const float* table, std::size_t count, std::size_t width, std::span<const Feature> features,
           float* activations);

// Adds each row of `gradients` [lists][width], which are those of `activations`, to the rows of its list's
// features in `table_gradient` [table_rows(count)][width], and to that of the bias, in kColumnBlock columns
// from `column` on. Activations that were cut off at 0 or 1 have no gradient. The order of additions is that
// of the lists.
void add_transformer_gradients(const float* activations, const float* gradients, std::size_t count,
                               std::size_t width, std::size_t column, std::span<const Feature> features,
                               float* table_gradient);

}  // namespace tabiya::tools
