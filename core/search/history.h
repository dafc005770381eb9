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

// Quiet moves by their bits (butterfly history) and by the slots of the two moves before them together with
// their own (continuation history). The two sides are told apart by the parity of the distance from the root.
class History {
 public:
  // What is looked up for a node: the slots of the moves that led to it.
  struct Context {
    int ply = 0;
    std::array<std::size_t, 2> before{kNoSlot, kNoSlot};  // the last move, and the one before it
  };
  static constexpr std::size_t kNoSlot = static_cast<std::size_t>(-1);

  History(std::size_t slots, bool continuation)
      : slots_(slots), butterfly_(2 << 16), continuation_(continuation ? 2 * slots * slots : 0) {}

  void clear() {
    std::ranges::fill(butterfly_, HistoryScore());
    std::ranges::fill(continuation_, HistoryScore());
  }

  int score(const Context& context, std::uint16_t move, std::size_t slot) const {
    int sum = butterfly_[index(context, move)].value();
    for (std::size_t i = 0; i < context.before.size(); ++i) {
      if (const HistoryScore* score = continuation(context, i, slot)) sum += score->value();
    }
    return sum;
  }

  void update(const Context& context, std::uint16_t move, std::size_t slot, int bonus) {
    butterfly_[index(context, move)].update(bonus);
    for (std::size_t i = 0; i < context.before.size(); ++i) {
      if (const HistoryScore* score = continuation(context, i, slot)) {
        const_cast<HistoryScore*>(score)->update(bonus);
      }
    }
  }

 private:
  static std::size_t index(const Context& context, std::uint16_t move) {
    return std::size_t(context.ply & 1) << 16 | move;
  }
  const HistoryScore* continuation(const Context& context, std::size_t i, std::size_t slot) const {
    if (continuation_.empty() || context.before[i] == kNoSlot) return nullptr;
    return &continuation_[(i * slots_ + context.before[i]) * slots_ + slot];
  }

  std::size_t slots_;
  std::vector<HistoryScore> butterfly_;
  std::vector<HistoryScore> continuation_;
};

// By how much static evaluations were off, on average, in positions of each kind: searches that ended there
// said so. New errors count the more, the deeper the search. (The idea: Stockfish's correction history,
// 2023.)
class EvaluationErrors {
 public:
  // `inertia`: the share of a new error of depth 1 is one in so many; 0 for no correction.
  EvaluationErrors(std::size_t kinds, int inertia) : inertia_(inertia), errors_(inertia > 0 ? kinds : 0) {}

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
