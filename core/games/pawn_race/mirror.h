// The left-right mirror, under which Pawn Race is the same.
#pragma once

#include "core/games/pawn_race/rules.h"

namespace tabiya::pawn_race {

constexpr Square mirrored(Square square) {
  return Board::square(Board::row(square), Board::kColumns - 1 - Board::column(square));
}

constexpr Move mirrored(Move move) { return {mirrored(move.from()), mirrored(move.to())}; }

// The mirror image of a position after the choice of the gaps.
inline Position mirrored(const Position& position) {
  Position mirror;
  for (const Side side : {Side::kWhite, Side::kBlack})
    for (Bitboard rest = position.pawns(side); rest != 0;) mirror.put(side, mirrored(pop_lowest(rest)));
  mirror.set_side(position.side_to_move());
  if (position.passed_square() != kNoSquare) mirror.set_passed_square(mirrored(position.passed_square()));
  mirror.set_move_number(position.move_number());
  return mirror;
}

}  // namespace tabiya::pawn_race
