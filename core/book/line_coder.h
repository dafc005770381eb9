// The lines of play of a book, coded small: each move is its place among the legal moves of its position, and
// like pairs of setups begin alike, so that a model of what has followed what takes some 3 bits a move.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya {

// Encodes the lines of all entries, in their order; nothing if none has a line. Lines are of at most
// kLinePlies places, each below kMostLegalMoves.
std::vector<std::byte> encode_lines(std::span<const BookEntry> entries);

// Sets the lines of the entries, whose replies are known. Errors: kCorrupt.
Status decode_lines(std::span<const std::byte> bytes, std::span<BookEntry> entries);

}  // namespace tabiya
