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

// Whether read_openings() takes a file for games in PGN, by its name.
bool is_pgn(std::string_view path);

// The openings of a file. From a name in .pgn or .pgn.zst: those of its games, to `plies` of their moves. Any other is a
// text with one on each line: moves in either notation; "startpos" with moves or without; or a position, as FEN and EPD
// have it. Empty lines and those that begin with # do not count. Throws Failure, with the line, on what cannot be read or
// is over, and when there is no opening.
std::vector<booksearch::Opening> read_openings(const GameModule& game, const std::string& path,
                                               std::size_t plies);

// Red setups and replies of a book, best first. Throws Failure.
std::vector<booksearch::Opening> book_openings(const LoadedBook& loaded, const std::string& path);

}  // namespace tabiya::tools
