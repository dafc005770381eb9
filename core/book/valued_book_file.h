// Books of moves in files: the section GRPH of a book file (book_file.h), as small as the rules of the game make it. A file
// that has one is of version 5, or 7 with results (book_file.h): flag 4 of its META says so, and its entries may be none.
//
//   layout u8: 3; rules u32; judge (length u16, bytes); search error, repetition and tolerance (i32 each)
//   step u16, of values and errors; roots u32; positions u32
//   checksum u64: CRC-64/XZ of the keys of all positions, u64 each
//   the rest: decisions of a range coder (codec/range_coder.h), and zeros
//
// A position is what moves lead to, so that neither its key nor its side to move is in the file, nor where a move leads: who
// reads it plays all moves from the roots, whose texts are there, in the order of ValuedBook. A move is its place among the
// legal ones, those first that have answered the same move elsewhere in the book, or were played elsewhere by that side. A
// position's value is predicted from its moves, and a search's from that of the position before, its nodes as those of the search
// before it. Layouts 1 and 2 are still read: they have no nodes, which the name of the judge may tell, and layout 1 predicts a
// proved win to be as long before a move as behind it.
//
// Measured: 2.6 bytes a position for 3,000 positions with some 30 legal moves each and 3,541 in the book. The alternative was a decoder that needs no
// rules, for which codes of moves and numbers of positions would have to be written; it would save that the moves are played,
// some 4 microseconds a position. But a position is found by its key, and 8 bytes of key for each, which nothing else
// predicts, would be most of the file. So keys are computed, and with them at hand, the rules may as well say which moves
// there are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"

namespace tabiya {

inline constexpr std::size_t kMostBookPositions = std::size_t{1} << 24;

// `walk`: of the game, at any position. Errors: kInvalid where the book says other keys or moves than the walk, values are no
// multiples of kValueStep, or names are longer than 65,535 bytes; kTooLarge beyond kMostBookPositions.
Result<std::vector<std::byte>> encode_valued_book(const ValuedBook& book, const BookWalk& walk);

// All moves are legal then. Errors: kCorrupt; kUnsupported for another layout, and where the positions have other keys than
// they had when the book was written: it is of other rules.
Result<ValuedBook> decode_valued_book(std::span<const std::byte> section, const BookWalk& walk);

// A book with such a section behind its entries; the same as encode_book() if the section is empty.
std::vector<std::byte> encode_book_with(const Book& book, std::span<const std::byte> valued_book);

// The section of a book file; empty if it has none. Errors: those of decode_container(), and kUnsupported for another kind of
// file.
Result<std::vector<std::byte>> valued_book_in(std::span<const std::byte> file);

// True if a file that begins like this, in at least 20 bytes, is a book of a version that may have lines.
bool may_have_lines(std::span<const std::byte> beginning);

}  // namespace tabiya
