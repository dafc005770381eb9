// The section RSLT of a book file: what pairs have scored. All integers are little-endian.
//
//   nodes and weaker nodes u32 each; games u32; seed u64; evaluation and search u64 each
//   pairs u32; then for each: red u32, all of them first; reply u32; value i32; and six columns of u16: wins, draws and losses
//   with Red as the stronger side, and the same with Blue
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/book/book_results.h"

namespace tabiya {

std::vector<std::byte> encode_results(const BookResults& results);

// Errors: kCorrupt for a section that is not of the length that it declares, or has no pair.
Result<BookResults> decode_results(std::span<const std::byte> section);

}  // namespace tabiya
