// Position: the state of a game of 0.1, from the empty board before Red's setup to the end.
#pragma once

#include <array>
#include <cstdint>

#include "core/games/zero_point_one/pieces.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

// The numbers of pieces of each kind that are held.
using Hand = std::array<std::uint8_t, kHandKinds>;

// A position is small enough to be copied for each move. It also holds positions that cannot arise in a game
// (fewer pieces, full hands), as long as each side has at most one wazir.
class Position {
 public:
  Position() = default;  // the start: an empty board, ply 0, Red to place its setup

  Side side_to_move() const { return side_; }
  int ply() const { return ply_; }  // plies played so far, the setups included

  Piece at(Square square) const { return mailbox_[square]; }
  Bitboard pieces(Side side) const { return by_side_[index(side)]; }
  Bitboard pieces(Kind kind) const { return by_kind_[index(kind)]; }
  Bitboard pieces(Side side, Kind kind) const { return pieces(side) & pieces(kind); }
  Bitboard occupied() const { return by_side_[0] | by_side_[1]; }
  Bitboard empty() const { return ~occupied(); }
  const Hand& hand(Side side) const { return hands_[index(side)]; }
  bool has_wazir(Side side) const { return pieces(side, Kind::kWazir) != 0; }
  Square wazir(Side side) const { return lowest(pieces(side, Kind::kWazir)); }  // only if has_wazir(side)

  // Pieces of `side` that attack `square`.
  Bitboard attackers(Side side, Square square) const;

  bool in_setup_phase() const { return ply_ < kSides; }
  bool is_capture(Move move) const { return !move.is_drop() && !at(move.to()).is_none(); }
  // The kind of piece that a legal move of this position moves or drops.
  Kind moved_kind(Move move) const { return move.is_drop() ? move.kind() : at(move.from()).kind(); }

  // Zobrist hash of board, hands and side to move; the ply does not count.
  std::uint64_t hash() const { return hash_; }
  // The hash after a legal move of a game, before it is made.
  std::uint64_t hash_after(Move move) const;
  // Plies since the last capture or drop: an equal position cannot stand further back.
  int reversible_plies() const { return reversible_plies_; }

  // The side to move places its setup. Only in the setup phase.
  void place(const Setup& setup);
  // The side to move makes a legal move. Only after the setup phase.
  void play(Move move);
  // The side to move gives its turn away, which no rule allows: for searches. Counts as a ply.
  void pass();

  // These are for parsers. They put a piece onto an empty square or into a hand, and set side and ply.
  void put(Piece piece, Square square);
  void put_in_hand(Side side, Kind kind);
  void set_turn(Side side, int ply);
  void take(Square square);  // the piece that stands there

  friend bool operator==(const Position&, const Position&) = default;

 private:
  void take_from_hand(Side side, Kind kind);
  void pass_turn();

  std::array<Bitboard, kSides> by_side_{};
  std::array<Bitboard, kKinds> by_kind_{};
  std::array<Piece, Board::kSquares> mailbox_{};
  std::array<Hand, kSides> hands_{};
  std::uint64_t hash_ = 0;
  Side side_ = Side::kRed;
  std::uint8_t ply_ = 0;
  std::uint8_t reversible_plies_ = 0;
};

// The position after the setup phase, Red to move.
Position position_after(SetupId red, SetupId blue);

}  // namespace tabiya::zero_point_one
