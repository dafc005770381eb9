// Entries of a book of setups on the board: the positions that their setups lead to, and their lines of play in moves.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/book/book.h"
#include "core/game/game_position.h"
#include "core/game/setup_phase.h"

namespace tabiya {

// The line of an entry with sound setups. It is empty if one of its moves is not legal.
std::optional<std::vector<MoveText>> line_of(const SetupPhase& setups, const BookEntry& entry);

// The line in the notation of programs or of people, with spaces between the moves. It is empty if there is
// no line that can be played.
std::string line_text(const SetupPhase& setups, const BookEntry& entry, std::string MoveText::*notation);

// Reads a line, with moves in either notation. The result is empty if one of them is not legal, or there are
// too many.
std::optional<LinePlaces> parse_line(const SetupPhase& setups, const BookEntry& entry,
                                     std::string_view moves);

// The entry of a pair of setups, or of their mirror images.
std::optional<std::size_t> find_pair(const Book& book, const SetupPhase& setups, SetupId red, SetupId reply);

// The entry whose setups, or their mirror images, lead to the position. The book is of the position's game.
std::optional<std::size_t> find_position(const Book& book, const SetupPhase& setups,
                                         const GamePosition& position);

}  // namespace tabiya
