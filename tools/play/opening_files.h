// Openings of matches from files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/match/openings.h"
#include "core/game/game_module.h"
#include "tools/assets/book_input.h"

namespace tabiya::tools {

// The openings of a file. A file named .pgn or .pgn.zst gives those of its games, to `plies` of their moves.
// Games of other variants are skipped with a note. Any other file is a text with one opening a line: moves in either
// notation; or a line as split_written_line() reads it; or a position, as FEN and EPD have it. Empty lines and those
// that begin with # do not count.
// Throws Failure, with the line, for an opening that cannot be read or is over, and for a file without
// openings.
std::vector<booksearch::Opening> read_openings(const GameModule& game, const std::string& path,
                                               std::size_t plies);

// The openings of a book, red setups with their replies, best first. Throws Failure.
std::vector<booksearch::Opening> book_openings(const LoadedBook& loaded, const std::string& path);

}  // namespace tabiya::tools
