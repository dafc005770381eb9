// The value that the iterations of a search settle at: one alone is off by whatever its last ply has shown.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/search/score.h"

namespace tabiya {

class SettledValue {
 public:
  static constexpr std::size_t kIterations = 3;  // the last ones, whose mean it is
  static constexpr Score kMostValue = 100'000;   // 10 logit: beyond it a game is over

  // Takes the score of the next iteration.
  void add(Score score) { scores_[count_++ % kIterations] = score; }

  // Returns a proven score as the last iteration has it, otherwise the mean, in which no score counts as further from 0
  // than kMostValue; 0 without any.
  Score value() const {
    if (count_ == 0) return 0;
    const Score last = scores_[(count_ - 1) % kIterations];
    if (is_proven(last)) return last;
    const std::size_t many = std::min(count_, kIterations);
    Score sum = 0;
    for (std::size_t i = 0; i < many; ++i) sum += std::clamp(scores_[i], -kMostValue, kMostValue);
    return sum / static_cast<Score>(many);
  }

 private:
  std::array<Score, kIterations> scores_{};
  std::size_t count_ = 0;
};

}  // namespace tabiya
