#include "core/games/ard_ri/position_coder.h"

namespace tabiya::ard_ri {
namespace {

constexpr unsigned kSquareBits = 6, kZeroBits = 5;

}  // namespace

void Coder::put(const Position& position, codec::BitWriter& writer) {
  writer.put(position.men(Side::kDefenders), Board::kSquares);
  writer.put(position.men(Side::kAttackers), Board::kSquares);
  writer.put(position.king(), kSquareBits);
  writer.put(position.side_to_move() == Side::kAttackers, 1);
  writer.put(0, kZeroBits);
}

Result<Position> Coder::get(codec::BitReader& reader, int ply) {
  const Bitboard defenders = reader.get(Board::kSquares), attackers = reader.get(Board::kSquares);
  const auto king = static_cast<Square>(reader.get(kSquareBits));
  const bool attackers_move = reader.get_bit();
  if (reader.get(kZeroBits) != 0) return corrupt("bits of a position that are to be zero are not");
  if (king >= Board::kSquares || has(kCorners, king)) return corrupt("the king is not on a square of a game");
  const Bitboard men = defenders | attackers;
  if ((defenders & attackers) != 0 || (men & kOffLimits) != 0 || has(men, king))
    return corrupt("men stand where they may not");
  if (count(defenders) > kMostDefenders || count(attackers) > kMostAttackers)
    return corrupt("there are more men than a game has");
  if (ply >= kPlyLimit) return corrupt("not a ply before the end of a game");
  Position position;
  for (Bitboard left = defenders; left != 0;) position.put_man(Side::kDefenders, pop_lowest(left));
  for (Bitboard left = attackers; left != 0;) position.put_man(Side::kAttackers, pop_lowest(left));
  position.put_king(king);
  position.set_side(attackers_move ? Side::kAttackers : Side::kDefenders);
  position.set_ply(ply);
  return position;
}

}  // namespace tabiya::ard_ri
