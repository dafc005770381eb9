// 0.1 as Fairy-Stockfish and its GUIs write games with drops: columns have the letters a to h and rows the
// numbers 1 to 8 ("e4" is our d5), drops are "A@e4", and positions are FENs with both hands in brackets.
// Red is White. data/variants/0.1.ini tells the same rules to those programs.
//
// A setup is sixteen drops, "A@a1", one after the other: all of Red's, then all of Blue's. Between them a
// position has some pieces of the side that places, and is still in the setup phase.
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

// "naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAAA[] w - - 0 1". In the setup phase the pieces that are still to
// be placed are in hand.
std::string format_fen(const Position& position);
// Reads a position after the setup phase only. The number of the move says how many plies were played; the
// clock before it does not count. Errors: kInvalid.
Result<Position> parse_fen(std::string_view text);

std::string format_fairy_move(Move move);
// A legal move of `position`. Errors: kInvalid.
Result<Move> parse_fairy_move(const Position& position, std::string_view text);

// The position after a drop of the setup phase. Errors: kInvalid.
Result<Position> place_piece(const Position& position, std::string_view drop);

}  // namespace tabiya::zero_point_one
