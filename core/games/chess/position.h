// A position of chess, of Chess960 and of Double Chess960: the men, who may still castle with which rooks,
// and what the rules remember of the moves before.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "core/board/bitboard.h"

namespace tabiya::chess {

using Board = Geometry<8, 8>;

enum class Side : std::uint8_t { kWhite, kBlack };  // White begins, and moves towards row 7 (rank 8)
inline constexpr std::array kSides{Side::kWhite, Side::kBlack};
constexpr int index(Side side) { return static_cast<int>(side); }
constexpr Side other(Side side) { return side == Side::kWhite ? Side::kBlack : Side::kWhite; }

enum class Kind : std::uint8_t { kPawn, kKnight, kBishop, kRook, kQueen, kKing };
inline constexpr std::array kKinds{Kind::kPawn, Kind::kKnight, Kind::kBishop,
                                   Kind::kRook, Kind::kQueen,  Kind::kKing};
constexpr std::size_t index(Kind kind) { return static_cast<std::size_t>(kind); }

// The two ways of castling, by the side of the board that the rook comes from: towards the a-file or the
// h-file. King and rook arrive on the c- and d-file, or on the g- and f-file.
enum class Wing : std::uint8_t { kQueenside, kKingside };
inline constexpr std::array kWings{Wing::kQueenside, Wing::kKingside};
constexpr std::size_t index(Wing wing) { return static_cast<std::size_t>(wing); }

inline constexpr Square kNoSquare = 64;
inline constexpr Bitboard kFileA = 0x0101'0101'0101'0101, kFileH = kFileA << 7;
inline constexpr int kLastHalfmove = 9'999;  // at which the numbers of moves stop counting

constexpr int first_row(Side side) { return side == Side::kWhite ? 0 : Board::kRows - 1; }
constexpr int pawn_row(Side side) { return side == Side::kWhite ? 1 : Board::kRows - 2; }
constexpr int last_row(Side side) { return first_row(other(side)); }
constexpr Bitboard row_squares(int row) { return Bitboard{0xff} << (Board::kColumns * row); }
// The step from a square to the one in front of it.
constexpr int forward(Side side) { return side == Side::kWhite ? Board::kColumns : -Board::kColumns; }

struct Castling {
  Square king, rook;  // where they arrive
};
constexpr Castling castling_targets(Side side, Wing wing) {
  const int row = first_row(side);
  return wing == Wing::kQueenside ? Castling{Board::square(row, 2), Board::square(row, 3)}
                                  : Castling{Board::square(row, 6), Board::square(row, 5)};
}

// A move from one square to another; castling goes from the king's square to that of its own rook, as UCI
// engines write it in Chess960. 16 bits; Move{} is no move.
class Move {
 public:
  constexpr Move() = default;
  constexpr Move(Square from, Square to) : bits_(static_cast<std::uint16_t>(from << 6 | to)) {}
  // The move of a pawn that becomes a knight, bishop, rook or queen.
  constexpr Move(Square from, Square to, Kind promotion)
      : bits_(static_cast<std::uint16_t>(index(promotion) << 12 | static_cast<unsigned>(from << 6 | to))) {}

  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  constexpr bool is_none() const { return bits_ == 0; }
  constexpr Square from() const { return bits_ >> 6 & 63; }
  constexpr Square to() const { return bits_ & 63; }
  constexpr std::optional<Kind> promotion() const {
    const int kind = bits_ >> 12;
    return kind == 0 ? std::nullopt : std::optional(static_cast<Kind>(kind));
  }

  friend constexpr bool operator==(Move, Move) = default;

 private:
  std::uint16_t bits_ = 0;
};

// Until both arrays are placed, the sides whose array is missing have no men.
class Position {
 public:
  Position() {
    castling_rooks_.fill({kNoSquare, kNoSquare});
    kinds_at_.fill(kNoKind);
  }

  Side side_to_move() const { return side_; }
  Bitboard men(Kind kind) const { return kinds_[index(kind)]; }
  Bitboard men(Side side) const { return sides_[static_cast<std::size_t>(index(side))]; }
  Bitboard men(Side side, Kind kind) const { return men(side) & men(kind); }
  Bitboard occupied() const { return sides_[0] | sides_[1]; }
  int men_count() const { return men_count_; }
  // The kind of the man on a square; nothing if it is empty.
  std::optional<Kind> kind_at(Square square) const {
    return kinds_at_[square] == kNoKind ? std::nullopt : std::optional(static_cast<Kind>(kinds_at_[square]));
  }
  Square king(Side side) const { return lowest(men(side, Kind::kKing)); }  // which is there

  // The rook that the side may still castle with; kNoSquare if it may not.
  Square castling_rook(Side side, Wing wing) const {
    return castling_rooks_[static_cast<std::size_t>(index(side))][index(wing)];
  }
  // The square that a pawn has just passed, if it can be captured by a legal move; else kNoSquare.
  Square passed_square() const { return passed_; }
  int halfmove_clock() const { return clock_; }     // plies since a capture or a pawn's move
  int move_number() const { return move_number_; }  // from 1; counts on after Black's moves
  std::uint64_t hash() const { return hash_; }      // of all that decides which moves there will be
  // The hash after a legal move, unless it castles, gives up a right to castle, or lets a pawn pass.
  std::uint64_t likely_hash(Move move) const;
  // The men that attack the king of the side to move; none while it is not there.
  Bitboard checkers() const { return checkers_; }

  // An array is to be placed: White's first, then Black's.
  bool in_setup_phase() const;
  // Places the men of the side to move: the first row from the a-file to the h-file, and pawns in front of
  // it. The king is between two rooks, and may castle with both.
  void place_array(const std::array<Kind, 8>& array);

  // These are for parsers.
  void put(Side side, Kind kind, Square square);  // onto an empty square
  void set_side(Side side);
  void set_castling_rook(Side side, Wing wing, Square square);
  void set_passed_square(Square square);
  void set_halfmove_clock(int plies) { clock_ = static_cast<std::uint16_t>(plies); }
  void set_move_number(int number) { move_number_ = static_cast<std::uint16_t>(number); }
  // Takes a man off the board: what the king could castle with, or a pawn that could be captured in passing.
  void remove(Square square);

  bool is_castling(Move move) const { return has(men(side_, Kind::kRook), move.to()); }
  // The wing of a castling move.
  Wing wing_of(Move move) const {
    return Board::column(move.to()) < Board::column(move.from()) ? Wing::kQueenside : Wing::kKingside;
  }
  void play(Move move);  // a legal one
  void pass();           // gives the turn away; not in check

  friend bool operator==(const Position&, const Position&) = default;

 private:
  static constexpr std::uint8_t kNoKind = 0xff;

  void place(Side side, Kind kind, Square square);
  void take(Side side, Kind kind, Square square);
  void find_checkers();
  void give_up_castling(Square square);
  void castle(Move move);
  void move_man(Move move);

  std::array<Bitboard, 6> kinds_{};
  std::array<Bitboard, 2> sides_{};
  std::array<std::uint8_t, Board::kSquares> kinds_at_;  // what kinds_ says, by squares
  std::array<std::array<Square, 2>, 2> castling_rooks_;
  Side side_ = Side::kWhite;
  std::uint8_t men_count_ = 0;
  Square passed_ = kNoSquare;
  std::uint16_t clock_ = 0;
  std::uint16_t move_number_ = 1;
  std::uint64_t hash_ = 0;
  Bitboard checkers_ = 0;
};

}  // namespace tabiya::chess
