// Books as small as they can be made, for players under a size limit. The decoder is this file, the models of
// codec/word_coder.h and nothing else.
#pragma once

#include <cstddef>
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

// Errors: kInvalid for a book that verify_book() finds wanting (reds must differ and be setups), kTooLarge
// for one of more than codec::kMaxWords entries, kUnsupported where setups have names that are no words of
// one length.
Result<std::vector<std::byte>> encode_compact_book(const Book& book, const SetupSpace& reds,
                                                   const SetupSpace& blues, BookContent content);

// Errors: kCorrupt with an offset; kUnsupported where the book is of another game, or of another version.
// Damage may also give another book: keep a checksum.
Result<Book> decode_compact_book(std::span<const std::byte> bytes, const SetupSpace& reds,
                                 const SetupSpace& blues);

}  // namespace tabiya
