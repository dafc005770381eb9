// A position of Pawn Race as one of the sides sees it: its own pawns go up.
#pragma once

#include "core/games/pawn_race/rules.h"

namespace tabiya::pawn_race {

struct SideView {
  Bitboard own = 0, other = 0;
};

// Turns a board by a mirror between ranks 4 and 5.
constexpr Bitboard turned(Bitboard board) {
  board = (board & 0x00FF'00FF'00FF'00FF) << 8 | (board >> 8 & 0x00FF'00FF'00FF'00FF);
  board = (board & 0x0000'FFFF'0000'FFFF) << 16 | (board >> 16 & 0x0000'FFFF'0000'FFFF);
  return board << 32 | board >> 32;
}
static_assert(turned(bit(0) | bit(15)) == (bit(56) | bit(55)));

inline SideView view_of(const Position& position, Side side) {
  const Bitboard own = position.pawns(side), other_pawns = position.pawns(other(side));
  return side == Side::kWhite ? SideView{own, other_pawns} : SideView{turned(own), turned(other_pawns)};
}

inline constexpr Bitboard kNotA = 0xfefe'fefe'fefe'fefe, kNotH = kNotA >> 1;

// The squares where pawns capture that go up, and those that go down.
constexpr Bitboard attacks_up(Bitboard pawns) { return (pawns & kNotA) << 7 | (pawns & kNotH) << 9; }
constexpr Bitboard attacks_down(Bitboard pawns) { return (pawns & kNotA) >> 9 | (pawns & kNotH) >> 7; }

}  // namespace tabiya::pawn_race
