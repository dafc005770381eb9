// The left-right mirror, under which 0.1 is the same.
#pragma once

#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

constexpr Square mirrored(Square square) {
  return Board::square(Board::row(square), Board::kColumns - 1 - Board::column(square));
}

constexpr Move mirrored(Move move) {
  return move.is_drop() ? Move::drop(move.kind(), mirrored(move.to()))
                        : Move::jump(mirrored(move.from()), mirrored(move.to()));
}

// The image does not keep how many plies were played without a capture or a drop.
inline Position mirrored(const Position& position) {
  Position mirror;
  for (Bitboard rest = position.occupied(); rest != 0;) {
    const Square square = pop_lowest(rest);
    mirror.put(position.at(square), mirrored(square));
  }
  for (const Side side : kBothSides)
    for (int kind = 0; kind < kHandKinds; ++kind)
      for (int held = position.hand(side)[static_cast<std::size_t>(kind)]; held > 0; --held)
        mirror.put_in_hand(side, static_cast<Kind>(kind));
  mirror.set_turn(position.side_to_move(), position.ply());
  return mirror;
}

}  // namespace tabiya::zero_point_one
