#include "core/games/chess/rules.h"

#include "core/games/chess/polyglot_key.h"

namespace tabiya::chess {
namespace {

constexpr Bitboard kDarkSquares = 0xaa55'aa55'aa55'aa55;

}  // namespace

bool is_material_insufficient(const Position& position) {
  if ((position.men(Kind::kPawn) | position.men(Kind::kRook) | position.men(Kind::kQueen)) != 0) return false;
  const Bitboard knights = position.men(Kind::kKnight), bishops = position.men(Kind::kBishop);
  if (count(knights | bishops) <= 1) return true;
  return knights == 0 && ((bishops & kDarkSquares) == 0 || (bishops & ~kDarkSquares) == 0);
}

std::uint64_t Rules::book_key(const Position& position) {
  return polyglot_key(position, position.passed_square());
}

std::optional<Move> Rules::book_move(const Position& position, std::uint16_t code) {
  return legal_polyglot_move(position, code);
}

// When the fifty-move rule comes near, the clock counts, too.
std::uint64_t Rules::key(const Position& position) {
  constexpr int kNear = kDrawnHalfmoves - 20;
  if (position.halfmove_clock() < kNear) return position.hash();
  return position.hash() ^ static_cast<std::uint64_t>(position.halfmove_clock()) * 0x9e37'79b9'7f4a'7c15;
}

Outcome Rules::outcome_of_few(const Position& position) {
  if (is_material_insufficient(position)) return Outcome::kDraw;
  if (position.halfmove_clock() < kDrawnHalfmoves) return Outcome::kOpen;
  return in_check(position) && !has_legal_move(position) ? Outcome::kLoss : Outcome::kDraw;
}

void Rules::generate(const Position& position, MoveKind move_kind, MoveList<Move>& moves) {
  if (move_kind == MoveKind::kEvasions) generate_all(position, moves);
  if (move_kind == MoveKind::kCaptures)
    append_moves(position, MoveClass::kCaptures, position.occupied(), moves);
  if (move_kind == MoveKind::kChecks) append_moves(position, MoveClass::kChecks, position.occupied(), moves);
  if (move_kind == MoveKind::kOtherQuiets)
    append_moves(position, MoveClass::kCalm, position.occupied(), moves);
}

}  // namespace tabiya::chess
