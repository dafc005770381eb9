// Sums of the embedding's rows on a processor, and their gradients: nearly all of the work of training, as
// the rest of the network is small. Each list of kMaxActiveFeatures features is a side's view of a position.
//
// libtorch's own embedding_bag sorts the features of a batch for its gradient, and is several times slower.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/games/zero_point_one/features.h"

namespace tabiya::tools {

inline constexpr std::size_t kColumnBlock = 32;  // every network's width is a multiple of it

// The folded embedding: a row for each feature, then the bias.
inline constexpr std::size_t kTableRows = zero_point_one::kFeatures + 1;

// sums [lists][width] = the table's last row + the rows of each list's features. `table` is
// [kTableRows][width].
void sum_rows(const float* table, std::size_t width, std::span<const zero_point_one::Feature> features,
              float* sums);

// Adds each row of `gradients` [lists][width] to the rows of its list's features in `table_gradient`
// [kTableRows][width], and to the last row, in the columns from `begin` to `end`, multiples of kColumnBlock.
// The order of additions is that of the lists, whatever the columns.
void add_row_gradients(const float* gradients, std::size_t width, std::size_t begin, std::size_t end,
                       std::span<const zero_point_one::Feature> features, float* table_gradient);

}  // namespace tabiya::tools
