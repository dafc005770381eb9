// Packs the positions of games from files for training records (core/learn/training_record.h), which have 76
// bytes; zstd leaves little of what a game does not use.
//
//   bits  what
//     64  which squares men stand on: bit 8 * row + column
//     64  walls
//      6  how many men follow
//    352  the men, 11 bits each: the side, the kind, and what it was before it was promoted (its own kind: nothing; 31: a
//         pawn). First those on the board, the lowest square first; then those in hand, by side and kind
//     42  squares of castling rooks (White's on the queenside, on the kingside, Black's) and of kings that may castle; 64: none
//     14  the square of en passant and that of the pawn; 64: none
//     14  plies since a capture, a drop or a pawn's move
//     14  checks left to each side
//      4  zero
//
// The ply is twice the number of the move, plus one if Black is to move. Counts of moves towards a draw are left out.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/games/variants/position.h"
#include "core/learn/training_record.h"

namespace tabiya::variants {

inline int ply_of(const Position& position) { return 2 * position.move_number() + position.side_to_move(); }

// A PositionCoder, of positions with at most 32 men whose side to move is not in check.
struct Coder {
  using Position = variants::Position;
  static constexpr std::size_t kPositionBits = 574;

  const Tables* tables = nullptr;

  static void put(const Position& position, codec::BitWriter& writer);
  Result<Position> get(codec::BitReader& reader, int ply) const;
};

}  // namespace tabiya::variants
