// The earlier rows that a matrix is best predicted from.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "codec/matrix_coder.h"
#include "codec/row_predictor.h"

namespace tabiya::codec {

// The distances upwards of these rows, the most telling first; 0 for none. They are below 65,536.
using RowLags = std::array<std::uint32_t, RowPredictor::kTaps>;

RowLags choose_row_lags(MatrixShape shape, std::span<const std::int32_t> values);

}  // namespace tabiya::codec
