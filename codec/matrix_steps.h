// The steps of matrices: numbers of which values are multiples, as those of a network are that was rounded to take
// fewer bits. A value that is known to be a multiple of 8 costs three bits less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "codec/matrix_coder.h"

namespace tabiya::codec {

inline constexpr std::int32_t kMostStep = 4096;

struct MatrixSteps {
  // Steps are of nothing, of the whole matrix, of each row, or of each column.
  enum class Of : std::uint8_t { kNothing, kWhole, kRows, kColumns };

  Of of = Of::kNothing;
  std::vector<std::int32_t> steps{};  // one, or one for each row or column; from 1 to kMostStep

  std::int32_t at(std::uint32_t row, std::uint32_t column) const {
    switch (of) {
      case Of::kNothing:
        return 1;
      case Of::kWhole:
        return steps.front();
      case Of::kRows:
        return steps[row];
      case Of::kColumns:
        return steps[column];
    }
    return 1;
  }
};

// The steps that save most, by an estimate: a value with the step s saves the whole bits of log2 s, and a step that differs from the one
// before it costs some twenty. `values` are by rows.
MatrixSteps choose_steps(MatrixShape shape, std::span<const std::int32_t> values);

}  // namespace tabiya::codec
