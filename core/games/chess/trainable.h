// Chess as a trainable game (core/learn/self_play.h), and its training records.
#pragma once

#include "codec/bits.h"
#include "codec/result.h"
#include "core/eval/weighted_evaluation.h"
#include "core/games/chess/features.h"
#include "core/games/chess/position.h"
#include "core/games/chess/rules.h"
#include "core/learn/training_record.h"

namespace tabiya::chess {

// The plies since the setups, which count, too; by the number of the move.
inline int ply_of(const Position& position) {
  return 2 * position.move_number() + index(position.side_to_move());
}

// A PositionCoder. It packs positions for training records (core/learn/training_record.h), which have 30 bytes.
//
//   bits  what
//     64  which squares are occupied: bit i for square i (a1 … h1, a2 …)
//    128  the men on them, 4 bits each, the lowest square first; the rest is zero. White's pawn, knight,
//         bishop, rook, queen and king are 0 to 5, Black's 6 to 11; 12 and 13 are rooks of White and of Black
//         that may still castle
//      4  the file on which a pawn can be captured en passant; 8 if there is none
//      7  plies since a capture or a pawn's move
//      3  zero
//
// The ply says whose turn it is: 2 is that of White's first move, since two arrays are placed before.
struct Coder {
  using Position = chess::Position;
  static constexpr std::size_t kPositionBits = 206;

  static void put(const Position& position, codec::BitWriter& writer);
  static Result<Position> get(codec::BitReader& reader, int ply);
};

struct Trainable {
  using Rules = chess::Rules;
  using Features = chess::Features;
  using Coder = chess::Coder;
  static constexpr int kSharedFeatures = Features::kFeaturesPerKingSquare;
  static constexpr int kTurns = 1;
  static constexpr int kRepetitionsThatDraw = 3;

  static int ply(const Position& position) { return ply_of(position); }
  // The material.
  static WeightedEvaluation<Features> built_in();

  // No symmetry is left.
  static Feature turned(int, Feature feature) { return feature; }
  // The material as every beginner learns it: three pawns for a knight or bishop, five for a rook, nine for a
  // queen.
  static Score material(Feature feature);
};

}  // namespace tabiya::chess
