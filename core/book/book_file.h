// The file of a book (.tbk): a container (codec/container.h) of kind "BOOK" with a section for each column,
// since columns of like numbers compress better than rows. All integers are little-endian.
//
//   META  game and maker (each: length u16, bytes), evaluation u64, job u64
//   REDS  u32 per entry, the best for Red first
//   RPLY  u32 per entry
//   VALU  i32 per entry, the smallest i32 where there is none
//   DEPT  u8 per entry
//
// The same book is always the same bytes.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

inline constexpr std::uint32_t kBookFileVersion = 1;

// The names in `book.meta` are at most 65,535 bytes without control characters.
std::vector<std::byte> encode_book(const Book& book);

// Accepts every well-formed file; what its entries say is for verify_book() to judge. Errors: kCorrupt with
// an offset where the container is damaged; kUnsupported for another kind of file or another version.
Result<Book> decode_book(std::span<const std::byte> bytes);

}  // namespace tabiya
