// Lossless coding of matrices of integers whose rows resemble each other, such as the weights of a network.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "codec/result.h"

namespace tabiya::codec {

struct MatrixShape {
  std::uint32_t rows = 0;
  std::uint32_t columns = 0;

  std::size_t size() const { return std::size_t{rows} * columns; }
};

inline constexpr std::int32_t kMaxMatrixValue = (1 << 22) - 1;  // in magnitude

// kCoded looks for the steps of matrices (matrix_steps.h) and writes them into the bytes. Matrices without steps then take a
// few bits more.
enum class Steps : std::uint8_t { kNone, kCoded };

// Matrices one after the other, each by rows. `values` are all of them, in magnitude at most kMaxMatrixValue.
// Memory: three times that of the values.
std::vector<std::byte> encode_matrices(std::span<const MatrixShape> shapes,
                                       std::span<const std::int32_t> values, Steps steps = Steps::kNone);

// The values. Takes the time and memory that the shapes ask for, which the caller bounds, whatever the bytes
// are. Errors: kCorrupt if they end early or cannot be; other damage gives other values, so keep a
// checksum.
Result<std::vector<std::int32_t>> decode_matrices(std::span<const std::byte> bytes,
                                                  std::span<const MatrixShape> shapes,
                                                  Steps steps = Steps::kNone);

}  // namespace tabiya::codec
