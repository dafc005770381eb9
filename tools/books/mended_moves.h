// Books in PolyGlot's format that are damaged, as far as they can be used.
#pragma once

#include <cstddef>
#include <string>

#include "core/book/move_book.h"

namespace tabiya::tools {

struct MendedMoves {
  MoveBook book;                 // sorted
  std::size_t out_of_order = 0;  // entries that belong before one in front of them
  std::size_t illegal = 0;       // left out: no moves of positions that the start leads to
  std::size_t repeated = 0;      // left out: an entry before has the same move of the same position
  std::size_t cut_bytes = 0;     // left out: a part of an entry at the end

  bool was_sound() const { return out_of_order + illegal + repeated + cut_bytes == 0; }
};

// Reads the file. Throws Failure if it cannot be read.
MendedMoves mended_moves(const std::string& path);

// Returns what was done, for people.
std::string describe(const MendedMoves& mended);

}  // namespace tabiya::tools
