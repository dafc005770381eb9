// The board, the sides and the pieces of 0.1.
#pragma once

#include <array>
#include <cstdint>

#include "core/board/bitboard.h"
#include "core/board/leaper.h"

namespace tabiya::zero_point_one {

using Board = Geometry<8, 8>;

enum class Side : std::uint8_t { kRed, kBlue };
inline constexpr int kSides = 2;
inline constexpr std::array kBothSides{Side::kRed, Side::kBlue};
constexpr Side other(Side side) { return side == Side::kRed ? Side::kBlue : Side::kRed; }
constexpr int index(Side side) { return static_cast<int>(side); }

// Kinds are in the order of the setups' letters; hands hold the first four.
enum class Kind : std::uint8_t { kAlfil, kDabbaba, kFerz, kKnight, kWazir };
inline constexpr int kKinds = 5;
inline constexpr int kHandKinds = 4;
inline constexpr std::array kAllKinds{Kind::kAlfil, Kind::kDabbaba, Kind::kFerz, Kind::kKnight, Kind::kWazir};
constexpr int index(Kind kind) { return static_cast<int>(kind); }

inline constexpr char kLetters[] = "ADFNW";
inline constexpr std::array<Leap, kKinds> kLeaps{{{2, 2}, {0, 2}, {1, 1}, {1, 2}, {0, 1}}};
inline constexpr std::array<std::uint8_t, kKinds> kSetupCounts{8, 4, 2, 1, 1};  // per side
inline constexpr int kSetupSize = 16;
inline constexpr int kPlyLimit = 102;  // plies, the two setups included; then the game is drawn

// A piece on a square, or none, as the mailbox keeps it.
class Piece {
 public:
  constexpr Piece() = default;
  constexpr Piece(Side side, Kind kind)
      : code_(static_cast<std::uint8_t>(index(side) * kKinds + index(kind))) {}

  constexpr bool is_none() const { return code_ == kNone; }
  // These are for a piece only.
  constexpr Side side() const { return code_ < kKinds ? Side::kRed : Side::kBlue; }
  constexpr Kind kind() const { return static_cast<Kind>(code_ < kKinds ? code_ : code_ - kKinds); }
  // 0 … 9: red's kinds, then blue's.
  constexpr int code() const { return code_; }

  friend constexpr bool operator==(Piece, Piece) = default;

 private:
  static constexpr std::uint8_t kNone = 0xFF;
  std::uint8_t code_ = kNone;
};
inline constexpr int kPieceCodes = kSides * kKinds;

inline constexpr std::array<AttackTable<Board>, kKinds> kAttacks = [] {
  std::array<AttackTable<Board>, kKinds> tables{};
  for (Kind kind : kAllKinds) tables[index(kind)] = leaper_attacks<Board>(kLeaps[index(kind)]);
  return tables;
}();

// Squares to which a piece of `kind` jumps from `square`; as leaps are symmetric, also those from which it
// attacks `square`.
constexpr Bitboard attacks(Kind kind, Square square) { return kAttacks[index(kind)][square]; }

// A move after the setup phase: a jump (captures included) or a drop.
// 13 bits: target, origin (or the kind dropped), and a flag for drops. Move{} is no move.
class Move {
 public:
  constexpr Move() = default;
  static constexpr Move jump(Square from, Square to) {
    return Move(static_cast<std::uint16_t>(from << kOriginShift | to));
  }
  static constexpr Move drop(Kind kind, Square to) {
    return Move(static_cast<std::uint16_t>(kDropFlag | index(kind) << kOriginShift | to));
  }

  constexpr std::uint16_t bits() const { return bits_; }
  static constexpr Move from_bits(std::uint16_t bits) { return Move(bits); }

  constexpr bool is_none() const { return bits_ == 0; }
  constexpr bool is_drop() const { return bits_ & kDropFlag; }
  constexpr Square to() const { return bits_ & kSquareMask; }
  constexpr Square from() const { return (bits_ >> kOriginShift) & kSquareMask; }  // of a jump
  constexpr Kind kind() const {
    return static_cast<Kind>((bits_ >> kOriginShift) & kSquareMask);
  }  // of a drop

  friend constexpr bool operator==(Move, Move) = default;

 private:
  static constexpr int kOriginShift = 6;
  static constexpr std::uint16_t kSquareMask = 63;
  static constexpr std::uint16_t kDropFlag = 1 << 12;

  explicit constexpr Move(std::uint16_t bits) : bits_(bits) {}

  std::uint16_t bits_ = 0;
};

}  // namespace tabiya::zero_point_one
