// Conversion between centipawns, in which UCI engines tell values, and logit x 10,000: a pawn is worth 0.368
// logit. The page of uci_server/ names the source of that formula.
#pragma once

#include <cmath>

#include "core/search/score.h"

namespace tabiya::booksearch {

inline constexpr double kScoreOfACentipawn = 36.8208;

inline int centipawns(Score score) {
  return static_cast<int>(std::lround(static_cast<double>(score) / kScoreOfACentipawn));
}

inline Score score_of_centipawns(int centipawns) {
  return static_cast<Score>(std::lround(static_cast<double>(centipawns) * kScoreOfACentipawn));
}

}  // namespace tabiya::booksearch
