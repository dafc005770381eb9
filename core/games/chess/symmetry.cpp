#include "core/games/chess/symmetry.h"

#include <algorithm>

namespace tabiya::chess {
namespace {

constexpr Square kUpsideDown = 56,
                 kLeftRight = 7;  // what a square's number is combined with, by exclusive or

Position transformed(const Position& position, Square squares, bool exchange_sides) {
  const auto side_of = [&](Side side) { return exchange_sides ? other(side) : side; };
  const auto square_of = [&](Square square) { return static_cast<Square>(square ^ squares); };
  Position result;
  for (const Side side : kSides) {
    for (const Kind kind : kKinds)
      for (Bitboard men = position.men(side, kind); men != 0;)
        result.put(side_of(side), kind, square_of(pop_lowest(men)));
    for (const Wing wing : kWings)
      if (const Square rook = position.castling_rook(side, wing); rook != kNoSquare)
        result.set_castling_rook(side_of(side), wing, square_of(rook));
  }
  result.set_side(side_of(position.side_to_move()));
  if (position.passed_square() != kNoSquare) result.set_passed_square(square_of(position.passed_square()));
  result.set_halfmove_clock(position.halfmove_clock());
  result.set_move_number(position.move_number());
  return result;
}

bool may_castle(const Position& position) {
  return std::ranges::any_of(kSides, [&](Side side) {
    return std::ranges::any_of(kWings,
                               [&](Wing wing) { return position.castling_rook(side, wing) != kNoSquare; });
  });
}

}  // namespace

Position with_sides_exchanged(const Position& position) { return transformed(position, kUpsideDown, true); }

Position mirrored(const Position& position) { return transformed(position, kLeftRight, false); }

std::uint64_t symmetric_key(const Position& position) {
  const Position exchanged = with_sides_exchanged(position);
  const std::uint64_t key = std::min(position.hash(), exchanged.hash());
  if (may_castle(position)) return key;
  return std::min({key, mirrored(position).hash(), mirrored(exchanged).hash()});
}

}  // namespace tabiya::chess
