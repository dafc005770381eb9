// The lines of play of books, in moves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"
#include "core/game/setup_phase.h"

namespace tabiya::tools {

// The line of an entry with sound setups. Nothing if a move of it is not legal.
std::optional<std::vector<MoveText>> line_of(const SetupPhase& setups, const BookEntry& entry);

// The same in the notation of programs or of people, with spaces between the moves; empty without a line that
// can be played.
std::string line_text(const SetupPhase& setups, const BookEntry& entry, std::string MoveText::*notation);

// The inverse, of moves in either notation. Nothing if one of them is not legal, or there are too many.
std::optional<LinePlaces> parse_line(const SetupPhase& setups, const BookEntry& entry,
                                     std::string_view moves);

// The same book file without lines of play; other files as they are.
std::string without_lines(std::string file);

}  // namespace tabiya::tools
