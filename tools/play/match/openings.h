// From which setups, and moves after them, the games of a match begin.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/games/game_module.h"
#include "tools/assets/book_input.h"

namespace tabiya::tools {

// Wire moves, setups first.
using Opening = std::vector<std::string>;

// A pair of setups as the game draws it (SetupPhase::draw_pair()); in a game without setups, a few moves at
// random. Opening number `index` of a seed is always the same.
Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index);

// A file of text with an opening on each line, in either notation; "startpos" is one without moves. Empty
// lines and those that begin with # do not count. Throws Failure, with the line, on a move that is not legal,
// and when there is no opening.
std::vector<Opening> read_openings(const GameModule& game, const std::string& path);

// Red setups and replies of a book, best first. Throws Failure.
std::vector<Opening> book_openings(const LoadedBook& loaded, const std::string& path);

// Equal for equal openings in the same order.
std::uint64_t checksum_of(const std::vector<Opening>& openings);

}  // namespace tabiya::tools
