// Books of moves as EPD: one position a line, with its moves in the order of the book and their weights:
// "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; weight 30 10;".
#pragma once

#include <cstddef>
#include <string>

#include "core/book/move_book.h"
#include "tools/books/move_book_input.h"

namespace tabiya::tools {

inline constexpr const char* kEpd = "epd";  // as options name the format

struct EpdText {
  std::string text;
  std::size_t moves = 0;  // in it: those that are reached, and are legal
};

// The moves that are reached from a position, as LoadedMoveBook::from() has it, in the order of a tour.
// Throws Failure.
EpdText epd_of(const LoadedMoveBook& loaded, const std::string& from);

// Reads a book from EPD, sorted. Without `weight`, each move weighs 1; repeated moves are added up. Other
// operations are passed over. Throws Failure, with the line.
MoveBook read_epd(const std::string& path);

}  // namespace tabiya::tools
