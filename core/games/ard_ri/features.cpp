#include "core/games/ard_ri/features.h"

namespace tabiya::ard_ri {
namespace {

static_assert(FeatureSet<Features>);

constexpr Triangle<Board> kTriangle;

// The symmetry of a king's square takes each square to kTurns[king][square].
constexpr auto kTurns = [] {
  std::array<std::array<Square, Board::kSquares>, Board::kSquares> turns{};
  for (Square king = 0; king < Board::kSquares; ++king)
    for (Square square = 0; square < Board::kSquares; ++square)
      turns[king][square] = apply_symmetry<Board>(kTriangle.symmetry(king), square);
  return turns;
}();

}  // namespace

std::optional<Score> Features::value_without_king(const Position& position) {
  if (position.king() != kNoSquare) return std::nullopt;
  return position.side_to_move() == Side::kDefenders ? -kMaxEvaluation : kMaxEvaluation;
}

Feature Features::feature(int side, int bucket, const PieceSquare& piece_square) {
  const int first = kTriangle.index(static_cast<Square>(bucket)) * kFeaturesPerKingSquare;
  const int piece = side * PieceSquare::kPieces + piece_square.piece;
  return static_cast<Feature>(first + piece * kSquares + kTurns[bucket][piece_square.square]);
}

Features::Change Features::change(const Position& before, Move move) {
  Change change;
  if (move.is_none()) return change;
  const bool defends = before.side_to_move() == Side::kDefenders;
  const auto own = defends ? PieceSquare::kDefender : PieceSquare::kAttacker;
  const auto foreign = defends ? PieceSquare::kAttacker : PieceSquare::kDefender;
  const bool is_king = move.from() == before.king();
  change.king_bucket_changed = {is_king, is_king};
  change.remove({is_king ? PieceSquare::kKing : own, move.from()});
  change.add({is_king ? PieceSquare::kKing : own, move.to()});
  for (Bitboard men = capture_of(before, move).men; men != 0;) change.remove({foreign, pop_lowest(men)});
  return change;
}

}  // namespace tabiya::ard_ri
