#include "core/games/chess/position.h"

#include <algorithm>

#include "core/games/chess/attacks.h"
#include "core/games/chess/moves.h"
#include "core/random.h"

namespace tabiya::chess {
namespace {

struct Zobrist {
  std::array<std::array<std::array<std::uint64_t, Board::kSquares>, 6>, 2> man{};
  std::array<std::uint64_t, Board::kSquares> castling_rook{}, passed{};
  std::uint64_t black_to_move = 0;
};

constexpr Zobrist kZobrist = [] {
  Zobrist keys;
  Random random(0xc4e5);
  for (auto& kinds : keys.man)
    for (auto& squares : kinds)
      for (std::uint64_t& key : squares) key = random.next();
  for (std::uint64_t& key : keys.castling_rook) key = random.next();
  for (std::uint64_t& key : keys.passed) key = random.next();
  keys.black_to_move = random.next();
  return keys;
}();

std::uint64_t man_key(Side side, Kind kind, Square square) {
  return kZobrist.man[static_cast<std::size_t>(index(side))][index(kind)][square];
}

}  // namespace

std::optional<Kind> Position::kind_at(Square square) const {
  for (const Kind kind : kKinds)
    if (has(men(kind), square)) return kind;
  return std::nullopt;
}

bool Position::in_setup_phase() const { return count(men(Kind::kKing)) < 2; }

void Position::place_array(const std::array<Kind, 8>& array) {
  const Side us = side_;
  for (int column = 0; column < Board::kColumns; ++column) {
    put(us, array[static_cast<std::size_t>(column)], Board::square(first_row(us), column));
    put(us, Kind::kPawn, Board::square(pawn_row(us), column));
  }
  for (Bitboard rooks = men(us, Kind::kRook); rooks != 0;) {
    const Square rook = pop_lowest(rooks);
    set_castling_rook(us, rook < king(us) ? Wing::kQueenside : Wing::kKingside, rook);
  }
  set_side(other(us));
}

void Position::put(Side side, Kind kind, Square square) {
  kinds_[index(kind)] |= bit(square);
  sides_[static_cast<std::size_t>(index(side))] |= bit(square);
  hash_ ^= man_key(side, kind, square);
}

void Position::take(Side side, Kind kind, Square square) {
  kinds_[index(kind)] &= ~bit(square);
  sides_[static_cast<std::size_t>(index(side))] &= ~bit(square);
  hash_ ^= man_key(side, kind, square);
}

void Position::set_side(Side side) {
  if (side != side_) hash_ ^= kZobrist.black_to_move;
  side_ = side;
}

void Position::set_castling_rook(Side side, Wing wing, Square square) {
  Square& rook = castling_rooks_[static_cast<std::size_t>(index(side))][index(wing)];
  if (rook != kNoSquare) hash_ ^= kZobrist.castling_rook[rook];
  if (square != kNoSquare) hash_ ^= kZobrist.castling_rook[square];
  rook = square;
}

void Position::set_passed_square(Square square) {
  if (passed_ != kNoSquare) hash_ ^= kZobrist.passed[passed_];
  if (square != kNoSquare) hash_ ^= kZobrist.passed[square];
  passed_ = square;
}

void Position::remove(Square square) {
  const Side side = has(men(Side::kWhite), square) ? Side::kWhite : Side::kBlack;
  take(side, *kind_at(square), square);
  give_up_castling(square);
  set_passed_square(kNoSquare);
}

// A man leaves a square, or is captured on it.
void Position::give_up_castling(Square square) {
  for (const Side side : kSides)
    for (const Wing wing : kWings)
      if (castling_rook(side, wing) == square) set_castling_rook(side, wing, kNoSquare);
}

void Position::play(Move move) {
  const Side us = side_;
  const Kind kind = *kind_at(move.from());
  clock_ = static_cast<std::uint16_t>(std::min(clock_ + 1, kLastHalfmove));
  const Square passed = passed_;
  set_passed_square(kNoSquare);
  if (kind == Kind::kKing && is_castling(move)) {
    castle(move);
  } else {
    if (kind == Kind::kPawn && move.to() == passed)
      take(other(us), Kind::kPawn, static_cast<Square>(passed - forward(us)));
    move_man(move);
  }
  if (kind == Kind::kKing)
    for (const Wing wing : kWings) set_castling_rook(us, wing, kNoSquare);
  if (us == Side::kBlack)
    move_number_ = static_cast<std::uint16_t>(std::min(move_number_ + 1, kLastHalfmove));
  set_side(other(us));
  const int ahead = forward(us);
  if (kind != Kind::kPawn || move.to() - move.from() != 2 * ahead) return;
  const Square behind = static_cast<Square>(move.from() + ahead);
  if (can_capture_en_passant(*this, behind)) set_passed_square(behind);
}

void Position::pass() {
  clock_ = static_cast<std::uint16_t>(std::min(clock_ + 1, kLastHalfmove));
  set_passed_square(kNoSquare);
  set_side(other(side_));
}

void Position::castle(Move move) {
  const Castling target = castling_targets(side_, wing_of(move));
  take(side_, Kind::kKing, move.from());
  take(side_, Kind::kRook, move.to());
  put(side_, Kind::kKing, target.king);
  put(side_, Kind::kRook, target.rook);
}

void Position::move_man(Move move) {
  const Kind kind = *kind_at(move.from());
  if (has(men(other(side_)), move.to())) {
    take(other(side_), *kind_at(move.to()), move.to());
    give_up_castling(move.to());
    clock_ = 0;
  }
  if (kind == Kind::kPawn) clock_ = 0;
  take(side_, kind, move.from());
  put(side_, move.promotion().value_or(kind), move.to());
  give_up_castling(move.from());
}

}  // namespace tabiya::chess
