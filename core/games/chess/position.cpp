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
  place(side, kind, square);
  find_checkers();
}

void Position::find_checkers() {
  const bool has_king = men(side_, Kind::kKing) != 0;
  checkers_ = has_king ? attackers_of(*this, king(side_), other(side_), occupied()) : 0;
}

void Position::place(Side side, Kind kind, Square square) {
  ++men_count_;
  kinds_at_[square] = static_cast<std::uint8_t>(index(kind));
  kinds_[index(kind)] |= bit(square);
  sides_[static_cast<std::size_t>(index(side))] |= bit(square);
  hash_ ^= man_key(side, kind, square);
}

void Position::take(Side side, Kind kind, Square square) {
  --men_count_;
  kinds_at_[square] = kNoKind;
  kinds_[index(kind)] &= ~bit(square);
  sides_[static_cast<std::size_t>(index(side))] &= ~bit(square);
  hash_ ^= man_key(side, kind, square);
}

void Position::set_side(Side side) {
  if (side == side_) return;
  hash_ ^= kZobrist.black_to_move;
  side_ = side;
  find_checkers();
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
  find_checkers();
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

std::uint64_t Position::likely_hash(Move move) const {
  const Kind kind = *kind_at(move.from());
  std::uint64_t hash = hash_ ^ kZobrist.black_to_move ^ man_key(side_, kind, move.from()) ^
                       man_key(side_, move.promotion().value_or(kind), move.to());
  if (const auto captured = kind_at(move.to())) hash ^= man_key(other(side_), *captured, move.to());
  if (passed_ != kNoSquare) hash ^= kZobrist.passed[passed_];
  return hash;
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
  place(side_, Kind::kKing, target.king);
  place(side_, Kind::kRook, target.rook);
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
  place(side_, move.promotion().value_or(kind), move.to());
  give_up_castling(move.from());
}

}  // namespace tabiya::chess
