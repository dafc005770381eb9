// Books, compressed as far as possible, for players with a size limit. The decoder is this file, the models
// of codec/word_coder.h and nothing else.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

inline constexpr char kFramedBook = 'B';  // what a frame (codec/framing.h) says that holds one

// A compact book keeps this content; the rest is gone when it is decoded. The order of a book that has none
// is gone in any case: its entries come in the order of their names.
enum class BookContent {
  kMoves,   // the reds and the replies: a book without order
  kOrder,   // the order, too
  kValues,  // values, depths, and where the book comes from, too
  kAll,     // everything: nodes, standard errors, and where each value comes from, too
};

// Where values and depths are kept, they are rounded: values to the nearest multiple of `value`, depths down
// to one of `depth`; 1 keeps them as they are.
struct BookPrecision {
  std::uint32_t value = 1;  // logit / 10,000; 1 … kMaxStep
  std::uint32_t depth = 1;  // plies; 1 … kMaxStep

  static constexpr std::uint32_t kMaxStep = 1'000'000;
};

// Errors: kInvalid for a precision out of bounds, or a book that verify_book() finds wanting (reds must
// differ and be setups); kTooLarge for one of more than codec::kMaxWords entries, or of 2^61 nodes in one of
// them; kUnsupported if setups have names that are no words of one length.
Result<std::vector<std::byte>> encode_compact_book(const Book& book, const SetupSpace& reds,
                                                   const SetupSpace& blues, BookContent content,
                                                   const BookPrecision& precision = {});

// The errors of encode_compact_book() that come from the book.
Status check_compact_book(const Book& book, const SetupSpace& reds, const SetupSpace& blues);

// The game of a compact book, though it may be damaged further on. Errors: kUnsupported if `bytes` do not
// begin like one.
Result<std::string> compact_book_game(std::span<const std::byte> bytes);

// Errors: kCorrupt with an offset; kUnsupported if the book is of another game, or of another version.
// Damage may also give another book: keep a checksum.
Result<Book> decode_compact_book(std::span<const std::byte> bytes, const SetupSpace& reds,
                                 const SetupSpace& blues);

}  // namespace tabiya
