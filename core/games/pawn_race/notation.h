// The notation of Pawn Race: squares a1 to h8, moves "a4" and "bxc6" or "a2a4" and "b5c6", and positions
// "8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1".
#pragma once

#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/pawn_race/rules.h"

namespace tabiya::pawn_race {

std::string format_coordinates(Move move);  // "b5c6"
// A move as people write it: "c6", or "bxc6" for a capture from the b-file.
std::string format_san(Move move);
// A legal move of `position` in either notation. Errors: kInvalid, which say why.
Result<Move> parse_move(const Position& position, std::string_view text);

std::string format_gap(Side side, int file);  // "white=h"
// The gap of that side: a file from 0 to 7. Errors: kInvalid with the offset.
Result<int> parse_gap(Side side, std::string_view text);

// The six fields of FEN: the board, the side to move, "-", the square that a double step has just passed or
// "-", "0" and the number of the move. A side whose gap is not chosen yet has no pawns.
std::string format_position(const Position& position);
// Reads the text of format_position(), or "white=h black=a" for a start with these gaps. A position that
// parses can stand in a game, or at its end. Errors: kInvalid with the offset.
Result<Position> parse_position(std::string_view text);

}  // namespace tabiya::pawn_race
