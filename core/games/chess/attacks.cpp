#include "core/games/chess/attacks.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace tabiya::chess {
namespace {

// The lines through a square, without the square and without its row.
struct Lines {
  Bitboard column = 0, rising = 0, falling = 0;
};

constexpr std::array<Lines, Board::kSquares> kLines = [] {
  std::array<Lines, Board::kSquares> all{};
  for (Square a = 0; a < Board::kSquares; ++a) {
    for (Square b = 0; b < Board::kSquares; ++b) {
      const int rows = Board::row(b) - Board::row(a), columns = Board::column(b) - Board::column(a);
      if (a == b) continue;
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

// The first row becomes the last one: one instruction, as compilers see.
constexpr Bitboard upside_down(Bitboard set) {
  set = swapped(set, 8, 0x00ff'00ff'00ff'00ff);
  set = swapped(set, 16, 0x0000'ffff'0000'ffff);
  return set >> 32 | set << 32;
}

// The attacks in both directions of a line that has one square of each row, by subtraction: taking the slider
// twice from the occupied squares changes the bits from the slider up to the first of them. For the other
// direction the board is turned upside down. (The "o ^ (o - 2r)" trick, known as hyperbola quintessence: Gerd
// Isenberg and Aleks Peshkov.)
constexpr Bitboard line_attacks(Square from, Bitboard line, Bitboard occupied) {
  const Bitboard blockers = occupied & line;
  const Bitboard up = blockers - 2 * bit(from);
  const Bitboard down = upside_down(upside_down(blockers) - 2 * upside_down(bit(from)));
  return (up ^ down) & line;
}

// The attacks in a row, by a table: for each column, by which of the six inner squares are occupied. Beyond
// the outer ones there is nothing to attack.
constexpr auto kRowAttacks = [] {
  std::array<std::array<std::uint8_t, 64>, Board::kColumns> attacks{};
  for (int column = 0; column < Board::kColumns; ++column) {
    for (unsigned inner = 0; inner < 64; ++inner) {
      const unsigned occupied = inner << 1;
      unsigned reached = 0;
      for (const int step : {-1, 1}) {
        for (int at = column + step; at >= 0 && at < Board::kColumns; at += step) {
          reached |= 1u << at;
          if ((occupied >> at & 1) != 0) break;
        }
      }
      attacks[static_cast<std::size_t>(column)][inner] = static_cast<std::uint8_t>(reached);
    }
  }
  return attacks;
}();

constexpr Bitboard row_attacks(Square from, Bitboard occupied) {
  const int first = from & ~(Board::kColumns - 1);
  const auto inner = static_cast<std::size_t>(occupied >> (first + 1) & 63);
  return Bitboard{kRowAttacks[static_cast<std::size_t>(Board::column(from))][inner]} << first;
}

constexpr Bitboard squares_between(Square a, Square b) {
  if (a == b) return 0;
  if (Board::row(a) == Board::row(b)) return row_attacks(a, bit(b)) & row_attacks(b, bit(a));
  for (const auto line : {&Lines::column, &Lines::rising, &Lines::falling})
    if (has(kLines[a].*line, b))
      return line_attacks(a, kLines[a].*line, bit(b)) & line_attacks(b, kLines[b].*line, bit(a));
  return 0;
}

constexpr auto kBetween = [] {
  std::array<std::array<Bitboard, Board::kSquares>, Board::kSquares> all{};
  for (Square a = 0; a < Board::kSquares; ++a)
    for (Square b = 0; b < Board::kSquares; ++b) all[a][b] = squares_between(a, b);
  return all;
}();

}  // namespace

Bitboard bishop_lines(Square from) { return kLines[from].rising | kLines[from].falling; }
Bitboard rook_lines(Square from) {
  return (kLines[from].column | row_squares(Board::row(from))) & ~bit(from);
}

Bitboard bishop_attacks(Square from, Bitboard occupied) {
  const Lines& lines = kLines[from];
  return line_attacks(from, lines.rising, occupied) | line_attacks(from, lines.falling, occupied);
}

Bitboard rook_attacks(Square from, Bitboard occupied) {
  const Lines& lines = kLines[from];
  return row_attacks(from, occupied) | line_attacks(from, lines.column, occupied);
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

Bitboard attackers_of(const Position& position, Square square, Bitboard occupied) {
  const Bitboard queens = position.men(Kind::kQueen);
  const Bitboard pawns = (pawn_attacks(Side::kBlack, bit(square)) & position.men(Side::kWhite, Kind::kPawn)) |
                         (pawn_attacks(Side::kWhite, bit(square)) & position.men(Side::kBlack, Kind::kPawn));
  return pawns | (kKnightAttacks[square] & position.men(Kind::kKnight)) |
         (kKingAttacks[square] & position.men(Kind::kKing)) |
         (bishop_attacks(square, occupied) & (position.men(Kind::kBishop) | queens)) |
         (rook_attacks(square, occupied) & (position.men(Kind::kRook) | queens));
}

Bitboard attackers_of(const Position& position, Square square, Side side, Bitboard occupied) {
  return attackers_of(position, square, occupied) & position.men(side);
}

Bitboard between(Square a, Square b) { return kBetween[a][b]; }

}  // namespace tabiya::chess
