// The lines of play of books, in moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"
#include "core/game/setup_phase.h"

namespace tabiya::tools {

// The line of an entry with sound setups. It is empty if one of its moves is not legal.
std::optional<std::vector<MoveText>> line_of(const SetupPhase& setups, const BookEntry& entry);

// The line in the notation of programs or of people, with spaces between the moves. It is empty if there is
// no line that can be played.
std::string line_text(const SetupPhase& setups, const BookEntry& entry, std::string MoveText::*notation);

// Reads a line, with moves in either notation. The result is empty if one of them is not legal, or there are
// too many.
std::optional<LinePlaces> parse_line(const SetupPhase& setups, const BookEntry& entry,
                                     std::string_view moves);

// The same book file without lines of play. Other files are returned as they are.
std::string without_lines(std::string file);

}  // namespace tabiya::tools
