// Moves and arrays of chess as text: coordinates as UCI engines exchange them ("e2e4", "e7e8q"; castling is
// the king that takes its own rook, "e1h1"), and standard algebraic notation for people ("Nbd2", "O-O").
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/chess/position.h"
#include "core/games/chess/setups.h"

namespace tabiya::chess {

char letter(Kind kind);  // 'P', 'N' …
std::string_view side_name(Side side);
inline std::string name(Side side) { return std::string(side_name(side)); }

std::string format_uci(Move move);
// A legal move in coordinates; castling from the usual squares is the king's own step, "e1g1".
std::string format_usual_castling(const Position& position, std::string_view uci);
// True if a side may castle otherwise than with the king on the e-file and a rook in a corner.
bool has_unusual_castling(const Position& position);
// The text of a legal move of `position`, with "+" for check and "#" for mate.
std::string format_san(const Position& position, Move move);

// A legal move in either notation. Castling is read as "e1g1", too, where the king goes two files or more,
// and as "0-0"; marks such as "+", "#", "!" and "?" may stand at the end or be missing. Errors: kInvalid,
// which say why.
Result<Move> parse_move(const Position& position, std::string_view text);

// Reads standard algebraic notation in recorded games, which go on after draws that nobody has claimed. It is
// quicker than parse_move(), since only the moves of the man are looked at.
Result<Move> read_move(const Position& position, std::string_view text);

std::string format_array(Side side, SetupId id);  // "white=RNBQKBNR"
// The array of that side. Errors: kInvalid with the offset.
Result<SetupId> parse_array(Side side, std::string_view text);

}  // namespace tabiya::chess
