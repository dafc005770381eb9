// An evaluation to begin with: pawns, and the foremost one that none can stop by standing in its way.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "core/games/pawn_race/rules.h"
#include "core/search/rules.h"
#include "core/search/score.h"

namespace tabiya::pawn_race {

// A position as one of the sides sees it: its own pawns go up.
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

// The squares in front of a set of pawns, on their own and the neighbouring files.
constexpr Bitboard spans_of(Side side, Bitboard pawns) {
  Bitboard files = pawns | (pawns & kNotH) << 1 | (pawns & kNotA) >> 1;
  files = side == Side::kWhite ? files << 8 : files >> 8;
  for (int rows = 1; rows < Board::kRows; rows *= 2)
    files |= side == Side::kWhite ? files << (8 * rows) : files >> (8 * rows);
  return files;
}

// The steps that the foremost free pawn of a side has made from rank 1 or 8; 0 if no pawn is free. A pawn is
// free when no enemy pawn stands in front of it on its own or a neighbouring file.
inline int foremost_free_pawn(const Position& position, Side side) {
  const Bitboard free = position.pawns(side) & ~spans_of(other(side), position.pawns(other(side)));
  if (free == 0) return 0;
  const int rank = side == Side::kWhite ? 63 - std::countl_zero(free) : 63 - std::countr_zero(free);
  return rank / Board::kColumns;
}

// 0.2 logit for each pawn, and 0.3 for each rank of the foremost free pawn. Guessed, not trained.
class RaceEvaluation {
 public:
  struct State {};

  void reset(const Position&, State&) const {}
  void update(const Position&, const State&, Move, const Position&, State&) const {}
  Score value(const Position& position, State&) const {
    const Side us = position.side_to_move();
    return worth(position, us) - worth(position, other(us));
  }
  std::uint64_t fingerprint() const { return 1; }

 private:
  static Score worth(const Position& position, Side side) {
    constexpr Score kEachPawn = 2'000, kEachRank = 3'000;
    return kEachPawn * count(position.pawns(side)) + kEachRank * foremost_free_pawn(position, side);
  }
};
static_assert(EvaluatorOf<RaceEvaluation, Rules>);

}  // namespace tabiya::pawn_race
