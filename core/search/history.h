// What a search remembers of quiet moves, to try those first that refuted other positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "core/search/score.h"

namespace tabiya {

// Two quiet moves that last refuted positions at this distance from the root.
template <class Move>
struct Killers {
  std::array<Move, 2> moves{};

  void add(Move move) {
    if (moves[0] == move) return;
    moves[1] = moves[0];
    moves[0] = move;
  }
};

// A score of how often something was best, in -kLimit … kLimit.
class HistoryScore {
 public:
  static constexpr int kLimit = 1 << 13;

  int value() const { return score_; }
  // By a bonus (negative: a malus) of at most kLimit, less the nearer the score is to the limit.
  void update(int bonus) {
    score_ = static_cast<std::int16_t>(score_ + bonus - score_ * std::abs(bonus) / kLimit);
  }

 private:
  std::int16_t score_ = 0;
};

// Quiet moves of each side (0 or 1) by their bits (butterfly history).
class History {
 public:
  History() : scores_(2 << 16) {}

  void clear() { std::ranges::fill(scores_, HistoryScore()); }

  int score(int side, std::uint16_t move) const { return scores_[index(side, move)].value(); }
  void update(int side, std::uint16_t move, int bonus) { scores_[index(side, move)].update(bonus); }

 private:
  static std::size_t index(int side, std::uint16_t move) { return std::size_t(side & 1) << 16 | move; }

  std::vector<HistoryScore> scores_;
};

// By how much static evaluations were off, on average, in positions of each kind: searches that ended there
// said so. New errors count the more, the deeper the search. (The idea: Stockfish's correction history,
// 2023.)
class CorrectionHistory {
 public:
  // `inertia`: the share of a new error of depth 1 is one in `inertia`; 0 for no correction.
  CorrectionHistory(std::size_t kinds, int inertia) : inertia_(inertia), errors_(inertia > 0 ? kinds : 0) {}

  void clear() { std::ranges::fill(errors_, 0); }

  Score corrected(Score evaluation, std::size_t kind) const {
    if (errors_.empty()) return evaluation;
    return std::clamp(evaluation + errors_[kind] / kUnit, -kMaxEvaluation, kMaxEvaluation);
  }

  void learn(std::size_t kind, Score error, int depth) {
    if (errors_.empty()) return;
    const std::int64_t wanted = std::int64_t{std::clamp(error, -kMaxError, kMaxError)} * kUnit;
    const std::int64_t weight = std::min({depth, kMaxWeight, inertia_});
    errors_[kind] += static_cast<std::int32_t>((wanted - errors_[kind]) * weight / inertia_);
  }

 private:
  static constexpr std::int32_t kUnit = 256;
  static constexpr Score kMaxError = 5'000;
  static constexpr int kMaxWeight = 16;

  int inertia_;
  std::vector<std::int32_t> errors_;  // in units of 1 / kUnit
};

}  // namespace tabiya
