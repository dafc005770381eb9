// The memory of quiet moves: a search first tries those that refuted other positions.
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
  // Adds a bonus (negative: a malus) of at most kLimit, less the nearer the score is to the limit.
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

// Scores of quiet moves by an earlier move of the line: the opponent's last one, which they answer, or the
// own one before it, which they continue. Moves are known by their kinds alone (GroupingGame in game.h): the
// piece and its target. (Counter-move and follow-up histories; Stockfish has kept them in this form since
// 2016.)
class ContinuationHistory {
 public:
  static constexpr std::size_t kDistances = 2;  // one ply back, and two
  // The kinds of the moves so many plies back; kNone where there is none.
  using Before = std::array<std::size_t, kDistances>;
  static constexpr std::size_t kNone = ~std::size_t{0};

  // Kinds of moves are below `kinds`, which is 0 for a history that remembers nothing.
  explicit ContinuationHistory(std::size_t kinds) : kinds_(kinds), scores_(kDistances * 2 * kinds * kinds) {}

  bool is_empty() const { return kinds_ == 0; }
  void clear() { std::ranges::fill(scores_, HistoryScore()); }

  int score(int side, const Before& before, std::size_t kind) const {
    int sum = 0;
    for (std::size_t i = 0; i < kDistances; ++i)
      if (before[i] != kNone) sum += scores_[index(i, side, before[i], kind)].value();
    return sum;
  }
  void update(int side, const Before& before, std::size_t kind, int bonus) {
    for (std::size_t i = 0; i < kDistances; ++i)
      if (before[i] != kNone) scores_[index(i, side, before[i], kind)].update(bonus);
  }

 private:
  std::size_t index(std::size_t distance, int side, std::size_t before, std::size_t kind) const {
    return ((distance * 2 + static_cast<std::size_t>(side & 1)) * kinds_ + before) * kinds_ + kind;
  }

  std::size_t kinds_;
  std::vector<HistoryScore> scores_;
};

// The average error of static evaluations in positions of each kind, by the searches that ended there. New
// errors count the more, the deeper the search. (The idea: Stockfish's correction history, 2023.)
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
