#include "core/games/chess/attacks.h"

#include <array>
#include <cstddef>

namespace tabiya::chess {
namespace {

// The lines through a square, without the square.
struct Lines {
  Bitboard row = 0, column = 0, rising = 0, falling = 0;
};

constexpr std::array<Lines, Board::kSquares> kLines = [] {
  std::array<Lines, Board::kSquares> all{};
  for (Square a = 0; a < Board::kSquares; ++a) {
    for (Square b = 0; b < Board::kSquares; ++b) {
      const int rows = Board::row(b) - Board::row(a), columns = Board::column(b) - Board::column(a);
      if (a == b) continue;
      if (rows == 0) all[a].row |= bit(b);
      if (columns == 0) all[a].column |= bit(b);
      if (rows == columns) all[a].rising |= bit(b);
      if (rows == -columns) all[a].falling |= bit(b);
    }
  }
  return all;
}();

constexpr Bitboard swapped(Bitboard set, int by, Bitboard mask) {
  return (set >> by & mask) | (set & mask) << by;
}

// Square 0 becomes square 63.
constexpr Bitboard reversed(Bitboard set) {
  set = swapped(set, 1, 0x5555'5555'5555'5555);
  set = swapped(set, 2, 0x3333'3333'3333'3333);
  set = swapped(set, 4, 0x0f0f'0f0f'0f0f'0f0f);
  set = swapped(set, 8, 0x00ff'00ff'00ff'00ff);
  set = swapped(set, 16, 0x0000'ffff'0000'ffff);
  return set >> 32 | set << 32;
}

// Both directions of one line by subtraction: taking the slider twice from the occupied squares changes the
// bits from the slider up to the first of them. For the other direction the board is reversed. (The
// "o ^ (o - 2r)" trick, known as hyperbola quintessence: Gerd Isenberg and Aleks Peshkov.)
constexpr Bitboard line_attacks(Square from, Bitboard line, Bitboard occupied) {
  const Bitboard blockers = occupied & line;
  const Bitboard up = blockers - 2 * bit(from);
  const Bitboard down = reversed(reversed(blockers) - 2 * reversed(bit(from)));
  return (up ^ down) & line;
}

}  // namespace

Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const Lines& lines = kLines[from];
  return line_attacks(from, lines.rising, occupied) | line_attacks(from, lines.falling, occupied);
}

Bitboard rook_attacks(Square from, Bitboard occupied) {
  const Lines& lines = kLines[from];
  return line_attacks(from, lines.row, occupied) | line_attacks(from, lines.column, occupied);
}

Bitboard pawn_attacks(Side side, Bitboard pawns) {
  const Bitboard west = pawns & ~kFileA, east = pawns & ~kFileH;
  return side == Side::kWhite ? west << 7 | east << 9 : west >> 9 | east >> 7;
}

Bitboard attacks_of(Kind kind, Square from, Bitboard occupied) {
  switch (kind) {
    case Kind::kKnight:
      return kKnightAttacks[from];
    case Kind::kBishop:
      return bishop_attacks(from, occupied);
    case Kind::kRook:
      return rook_attacks(from, occupied);
    case Kind::kQueen:
      return bishop_attacks(from, occupied) | rook_attacks(from, occupied);
    case Kind::kKing:
      return kKingAttacks[from];
    case Kind::kPawn:
      break;
  }
  return 0;
}

Bitboard attackers_of(const Position& position, Square square, Side side, Bitboard occupied) {
  const Bitboard queens = position.men(Kind::kQueen);
  const Bitboard all = (kKnightAttacks[square] & position.men(Kind::kKnight)) |
                       (kKingAttacks[square] & position.men(Kind::kKing)) |
                       (pawn_attacks(other(side), bit(square)) & position.men(Kind::kPawn)) |
                       (bishop_attacks(square, occupied) & (position.men(Kind::kBishop) | queens)) |
                       (rook_attacks(square, occupied) & (position.men(Kind::kRook) | queens));
  return all & position.men(side);
}

Bitboard between(Square a, Square b) {
  for (const auto line : {&Lines::row, &Lines::column, &Lines::rising, &Lines::falling})
    if (has(kLines[a].*line, b))
      return line_attacks(a, kLines[a].*line, bit(b)) & line_attacks(b, kLines[b].*line, bit(a));
  return 0;
}

}  // namespace tabiya::chess
