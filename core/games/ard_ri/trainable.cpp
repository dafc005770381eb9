#include "core/games/ard_ri/trainable.h"

#include "core/learn/learning_of.h"

namespace tabiya::ard_ri {
namespace {

constexpr unsigned kSquareBits = 6, kZeroBits = 5;

static_assert(TrainableGame<Trainable>);

// The square of the triangle that has this number.
Square triangle_square(int number) {
  constexpr Triangle<Board> triangle;
  Square square = 0;
  while (triangle.index(square) != number || triangle.symmetry(square) != 0) ++square;
  return square;
}

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

WeightedEvaluation<Features> Trainable::built_in() {
  static const FeatureWeights kMaterial = material_of<Trainable>();
  return WeightedEvaluation<Features>(kMaterial);
}

Feature Trainable::turned(int turn, Feature feature) {
  const Square king = triangle_square(feature / kSharedFeatures);
  if (apply_symmetry<Board>(turn, king) != king) return feature;
  const auto square = static_cast<Square>(feature % Board::kSquares);
  return static_cast<Feature>(feature - square + apply_symmetry<Board>(turn, square));
}

Score Trainable::material(Feature feature) {
  constexpr Score kHalfMan = 500, kMenOfKing = 8;
  const int piece = feature % kSharedFeatures / Board::kSquares;
  const int owner = piece % PieceSquare::kPieces == PieceSquare::kAttacker ? 1 : 0;
  const Score worth = piece % PieceSquare::kPieces == PieceSquare::kKing ? kMenOfKing * kHalfMan : kHalfMan;
  return piece / PieceSquare::kPieces == owner ? worth : -worth;
}

}  // namespace tabiya::ard_ri
