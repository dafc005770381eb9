// The squares that pieces reach, and those that are attacked.
#pragma once

#include "core/games/variants/position.h"

namespace tabiya::variants {

// The squares on which a piece of that kind would capture, whoever stands there, and those it would move to if
// they are empty.
Bitboard captures_of(const Position& position, int side, Kind kind, Square from, Bitboard occupied);
Bitboard quiet_moves_of(const Position& position, int side, Kind kind, Square from, Bitboard occupied);

// The squares to which a piece of the side may go: own men and walls stop it, men of the other side are
// captured.
Bitboard targets_of(const Position& position, int side, Kind kind, Square from);

// The pieces of the side that capture on a square.
Bitboard attackers_of_kind(const Position& position, Square square, int side, Kind kind, Bitboard occupied);
Bitboard attackers_of(const Position& position, Square square, int side, Bitboard occupied);

// True if `side` attacks one of the squares; men on `removed` do not count.
bool is_attacked(const Position& position, Bitboard squares, int side, Bitboard occupied, Bitboard removed);
inline bool is_attacked(const Position& position, Bitboard squares, int side) {
  return is_attacked(position, squares, side, position.occupied(), 0);
}

}  // namespace tabiya::variants
