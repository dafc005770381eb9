// Games from files as trainable games (core/learn/self_play.h), and their training records.
#pragma once

#include <cstddef>

#include "codec/bits.h"
#include "codec/result.h"
#include "core/games/variants/evaluation.h"
#include "core/games/variants/features.h"
#include "core/games/variants/position.h"
#include "core/games/variants/rules.h"
#include "core/games/variants/setups.h"
#include "core/learn/training_record.h"

namespace tabiya::variants {

inline int ply_of(const Position& position) { return 2 * position.move_number() + position.side_to_move(); }

// A PositionCoder of positions with at most 32 men whose side to move is not in check. It packs them for
// training records (core/learn/training_record.h), which have 76 bytes; zstd leaves little of what a game does
// not use.
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
struct Coder {
  using Position = variants::Position;
  static constexpr std::size_t kPositionBits = 574;

  const Tables* tables = nullptr;

  static void put(const Position& position, codec::BitWriter& writer);
  Result<Position> get(codec::BitReader& reader, int ply) const;
};

struct Trainable {
  using Rules = variants::Rules;
  using Features = variants::Features;
  using Coder = variants::Coder;
  static constexpr int kTurns = 1;
  // Whatever the rules say of repetitions, self-play ends there.
  static constexpr int kRepetitionsThatDraw = 3;
  static constexpr int kMostPlies = 400;

  PlacedSetups placed;  // its start, with setups or not

  const Tables& tables() const { return placed.start.tables(); }
  std::size_t features() const { return tables().layout->count(); }
  std::size_t shared_features() const { return tables().layout->per_bucket(); }
  Coder coder() const { return {&tables()}; }
  const PlacedSetups* setups() const { return tables().setups == nullptr ? nullptr : &placed; }
  Position start() const { return placed.start; }

  static int ply(const Position& position) { return ply_of(position); }
  MenEvaluation built_in() const { return MenEvaluation(tables().variant.fingerprint); }
  static Feature turned(int, Feature feature) { return feature; }
  // The material is half of what MenEvaluation says: each man is seen by both sides.
  Score material(Feature feature) const;
};

}  // namespace tabiya::variants
