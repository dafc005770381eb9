// The minimum of a row for scorers that look at one pair after the other.
#pragma once

#include <cstdint>
#include <span>

#include "core/setup/pair_oracle.h"

namespace tabiya {

// PairScorer::minimum() in batches of one; value(i) is the red value against blues[i].
template <class Value>
RowMinimum row_minimum(std::span<const SetupId> blues, std::uint32_t first, std::uint32_t last, Score cutoff,
                       Value value) {
  RowMinimum row;
  for (std::uint32_t i = first; i < last && row.red_value >= cutoff; ++i) {
    ++row.evaluated;
    const Score score = value(i);
    if (score < row.red_value || (score == row.red_value && blues[i] < row.blue)) {
      row.red_value = score;
      row.blue = blues[i];
    }
  }
  return row;
}

}  // namespace tabiya
