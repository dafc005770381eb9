// Positions of chess as FEN and EPD.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/game/game_position.h"
#include "core/games/chess/position.h"

namespace tabiya::chess {

// FEN of six fields. The rights to castle are KQkq, but the file of the rook where that is not the outermost
// one of its wing (X-FEN). The en-passant square is written only where a pawn can be captured there by a
// legal move. A side whose array is not placed yet has no men.
std::string format_fen(const Position& position);
// The FEN of the position with another en-passant square.
std::string format_fen(const Position& position, Square passed);

// FEN; EPD, of whose operations hmvc and fmvn are looked at; or "white=RNBQKBNR black=RNBQKBNR" for a start
// with these arrays. Rights to castle may be KQkq, files as in Shredder-FEN (HAha), or a mixture (X-FEN). A
// position that parses is one that the rules allow, as far as kings, pawns, rights to castle and the
// en-passant square tell, and the side that is not to move is not in check. Errors: kInvalid with the offset.
Result<Position> parse_fen(std::string_view text);

// Faults of a FEN that can be taken out of it.
inline constexpr std::string_view kWrongCastling =
    "castling";  // a right without the king or the rook at home
inline constexpr std::string_view kUselessPassed = "en-passant";  // a square on which no legal move captures

// The parts of a CheckedPosition. Besides what parse_fen() refuses, positions are impossible in which a side has promoted
// more pawns than it can have, or is in check by three men.
struct CheckedFen {
  std::optional<Position> position;
  std::vector<PositionFault> faults;
  std::string mended;
  std::string operations;
};
CheckedFen check_fen(std::string_view text);

}  // namespace tabiya::chess
