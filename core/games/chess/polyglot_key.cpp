#include "core/games/chess/polyglot_key.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "core/games/chess/attacks.h"
#include "core/games/chess/moves.h"
#include "core/games/chess/polyglot_numbers.h"

namespace tabiya::chess {
namespace {

// The groups of numbers begin at these.
constexpr std::size_t kCastlingNumbers = 768, kPassedNumbers = 772, kWhiteToMove = 780;
constexpr Square kKingColumn = 4;

bool can_be_taken(const Position& position, Square passed) {
  const Side us = position.side_to_move();
  return (pawn_attacks(other(us), bit(passed)) & position.men(us, Kind::kPawn)) != 0;
}

Square usual_rook(Side side, Wing wing) {
  return Board::square(first_row(side), wing == Wing::kQueenside ? 0 : 7);
}

// `number`: that of the format.
std::uint64_t castling_number(Square rook, Side side, Wing wing, std::uint64_t number) {
  if (rook == kNoSquare) return 0;
  return rook == usual_rook(side, wing) ? number : std::rotl(number, 1 + Board::column(rook));
}

}  // namespace

static_assert(Move(4, 7).bits() == (4 << 6 | 7) &&
                  Move(48, 56, Kind::kQueen).bits() == (4 << 12 | 48 << 6 | 56),
              "moves have the bits of PolyGlot's");

Square polyglot_passed_square(const Position& before, Move move) {
  const Side us = before.side_to_move();
  if (!has(before.men(Kind::kPawn), move.from()) || move.to() - move.from() != 2 * forward(us))
    return kNoSquare;
  const Square passed = static_cast<Square>(move.from() + forward(us));
  const bool stands_ready = (pawn_attacks(us, bit(passed)) & before.men(other(us), Kind::kPawn)) != 0;
  return stands_ready ? passed : kNoSquare;
}

std::uint64_t polyglot_key(const Position& position, Square passed) {
  std::uint64_t key = 0;
  for (const Kind kind : kKinds) {
    for (const Side side : kSides) {
      const std::size_t man = 2 * index(kind) + (side == Side::kWhite ? 1 : 0);
      for (Bitboard men = position.men(side, kind); men != 0;)
        key ^= kPolyglotNumbers[64 * man + static_cast<std::size_t>(pop_lowest(men))];
    }
  }
  std::size_t right = kCastlingNumbers;
  for (const Side side : kSides)
    for (const Wing wing : {Wing::kKingside, Wing::kQueenside}) {
      key ^= castling_number(position.castling_rook(side, wing), side, wing, kPolyglotNumbers[right]);
      ++right;
    }
  if (passed != kNoSquare && can_be_taken(position, passed))
    key ^= kPolyglotNumbers[kPassedNumbers + static_cast<std::size_t>(Board::column(passed))];
  if (position.side_to_move() == Side::kWhite) key ^= kPolyglotNumbers[kWhiteToMove];
  return key;
}

std::optional<Move> legal_polyglot_move(const Position& position, MoveCode code) {
  MoveList<Move> moves;
  append_moves(position, MoveClass::kAll, position.occupied(), moves);
  const Move move = Move::from_bits(code);
  if (std::ranges::find(moves, move) != moves.end()) return move;
  const Side us = position.side_to_move();
  if (move.from() != position.king(us) || move.promotion()) return std::nullopt;
  for (const Move other : moves)
    if (other.from() == move.from() && position.is_castling(other) &&
        castling_targets(us, position.wing_of(other)).king == move.to())
      return other;
  return std::nullopt;
}

Status check_polyglot(const Position& position) {
  for (const Side side : kSides) {
    for (const Wing wing : kWings) {
      const Square rook = position.castling_rook(side, wing);
      if (rook == kNoSquare ||
          (rook == usual_rook(side, wing) && Board::column(position.king(side)) == kKingColumn))
        continue;
      return unsupported(
          "Chess960 is outside PolyGlot's format: its keys know castling from the usual squares only");
    }
  }
  return ok_status();
}

}  // namespace tabiya::chess
