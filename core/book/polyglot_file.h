// Books of moves as files in the format of Fabien Letouzey's PolyGlot, which engines and their interfaces read:
// entries of 16 bytes, sorted by key, without a header. Numbers are big-endian: key (8 bytes), move (2), weight (2) and
// learn (4). Counts of games have no place in it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/book/move_book.h"

namespace tabiya {

inline constexpr std::size_t kPolyglotEntry = 16;  // bytes

// True if a file can be such a book, as far as one sees without its positions: whole entries with ascending
// keys.
bool looks_like_polyglot(std::span<const std::byte> file);

// The moves in the order of the file. Errors: kCorrupt with the offset, for a part of an entry at the end and for keys
// out of order.
Result<MoveBook> read_polyglot(std::span<const std::byte> file);

// If a position has a weight beyond 65,535, its weights are scaled so that the largest is that; none but 0
// becomes 0.
std::vector<std::byte> write_polyglot(const MoveBook& book);

}  // namespace tabiya
