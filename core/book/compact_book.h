// Books as small as they can be made, for players under a size limit. The decoder is this file, the models of
// codec/word_coder.h and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

// What a compact book keeps; the rest is gone when it is decoded.
enum class BookContent {
  kMoves,  // the reds, in the order of their names, and the replies
  kOrder,  // the same, the best for Red first
  kAll,    // values, depths and where the book comes from, too
};

// With kAll, values are rounded to the nearest multiple of `value`, and depths down to one of `depth`; 1
// keeps them as they are.
struct BookPrecision {
  std::uint32_t value = 1;  // logit / 10,000; 1 … kMaxStep
  std::uint32_t depth = 1;  // plies; 1 … kMaxStep

  static constexpr std::uint32_t kMaxStep = 1'000'000;
};

// Errors: kInvalid for a precision out of bounds, or a book that verify_book() finds wanting (reds must
// differ and be setups), kTooLarge
// for one of more than codec::kMaxWords entries, kUnsupported where setups have names that are no words of
// one length.
Result<std::vector<std::byte>> encode_compact_book(const Book& book, const SetupSpace& reds,
                                                   const SetupSpace& blues, BookContent content,
                                                   const BookPrecision& precision = {});

// Errors: kCorrupt with an offset; kUnsupported where the book is of another game, or of another version.
// Damage may also give another book: keep a checksum.
Result<Book> decode_compact_book(std::span<const std::byte> bytes, const SetupSpace& reds,
                                 const SetupSpace& blues);

}  // namespace tabiya
