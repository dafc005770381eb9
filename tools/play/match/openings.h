// From which setups, and moves after them, the games of a match begin.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_module.h"
#include "tools/assets/book_input.h"
#include "tools/play/match/opening.h"

namespace tabiya::tools {

// A pair of setups as the game draws it (SetupPhase::draw_pair()); in a game without setups, a few moves at
// random. Opening number `index` of a seed is always the same.
Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index);

// Whether read_openings() takes a file for games in PGN, by its name.
bool is_pgn(std::string_view path);

// The openings of a file. A name in .pgn or .pgn.zst: those of its games, to `plies` of their moves. Any other is a text
// with one on each line: moves in either notation; "startpos" with moves or without; or a position, as FEN and EPD have
// it. Empty lines and those that begin with # do not count. Throws Failure, with the line, on what cannot be read or is
// over, and when there is no opening.
std::vector<Opening> read_openings(const GameModule& game, const std::string& path, std::size_t plies);

// In an order that the seed determines.
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

// Red setups and replies of a book, best first. Throws Failure.
std::vector<Opening> book_openings(const LoadedBook& loaded, const std::string& path);

// Where the openings of a match come from.
enum class OpeningSource : std::uint8_t { kGiven, kRandom, kEngines };

// Equal for equal openings in the same order.
std::uint64_t checksum_of(const std::vector<Opening>& openings);

}  // namespace tabiya::tools
