// A position of a game with what is to be learnt of it, in 26 bytes.
//
//   bits  what
//     64  which squares are occupied: bit i for square i (a1 … a8, b1 …)
//     32  the i-th of them is Blue's
//     64  their kinds, each as a prefix code (codec/prefix.h), one after another; at most 60 bits
//     14  what Red holds: 5 bits for the alfils, 4 for the dabbabas, 3 for the ferzes, 2 for the knights; all
//         other pieces of the game are held by Blue
//      2  the result + 1; 3 if there is none
//     16  the label in logit / 1,000, a signed number
//      7  the ply, which says whose turn it is
//      9  zero
//
// How many plies the position has stood without a capture or drop is not kept.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "codec/result.h"
#include "core/games/zero_point_one/position.h"
#include "core/search/score.h"

namespace tabiya::zero_point_one {

inline constexpr std::size_t kTrainingRecordSize = 26;
using PackedTrainingRecord = std::array<std::byte, kTrainingRecordSize>;

inline constexpr Score kLabelUnit = 10;                  // labels are rounded to multiples of it
inline constexpr Score kMaxLabel = 32'767 * kLabelUnit;  // and cut to ± this; proven results lie beyond

inline constexpr int kNoResult = 2;  // of a position that no game led to

struct TrainingRecord {
  Position position;  // of a game: after the setup phase, not decided, with all 32 pieces
  Score label = 0;    // what a search said, logit x 10,000, from the view of the side to move
  int result = 0;     // of the game, for the side to move: 1 won, 0 drawn, -1 lost; or kNoResult
};

PackedTrainingRecord pack_record(const TrainingRecord& record);

// Accepts exactly what pack_record() makes of positions whose pieces are those of a game. Errors: kCorrupt.
Result<TrainingRecord> unpack_record(std::span<const std::byte, kTrainingRecordSize> bytes);

}  // namespace tabiya::zero_point_one
