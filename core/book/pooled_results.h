// What a pair of setups scores against a weaker opponent, from the few games of the pair and the many of all others.
//
// The model. The scores that pairs of one value would have after very many games lie around a line through the winning
// chances that the value promises; a few games of a pair show its score with the noise of single games. Line, spread of the
// pairs around it and noise are fitted to all pairs, each stronger side by itself: the line by least squares, the spread by
// the method of moments (DerSimonian and Laird, "Meta-analysis in clinical trials", 1986). What is expected of a pair lies
// between the line and the pair's own score, the nearer to its own the more games it has (empirical Bayes; Efron and Morris,
// "Stein's estimation rule and its competitors", 1973). Where the pairs differ no more than chance would have it, each of
// them is expected to score what the line says.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "core/book/book_results.h"

namespace tabiya {

// Of the stronger side: a win is 1, a draw 1/2.
struct PooledScore {
  double score = 0.5;
  double deviation = 0;  // standard deviation of what is not known

  friend bool operator==(const PooledScore&, const PooledScore&) = default;
};

class PooledResults {
 public:
  // What was found of all games with one stronger side.
  struct Side {
    double level = 0.5, slope = 0;  // of the line: score = level + slope * (chances - 1/2)
    double game_variance = 0.25;    // of the score of a game of one pair
    double pair_variance = 0;       // of the pairs' own scores around the line
  };

  // Refers to `results`.
  explicit PooledResults(const BookResults& results);

  const Side& side(int stronger) const { return sides_[static_cast<std::size_t>(stronger)]; }

  // What the stronger side, 0 for Red and 1 for Blue, is expected to score from a pair of setups of that value; without games
  // of the pair this is the line.
  PooledScore score(SetupId red, SetupId reply, Score red_value, int stronger) const;
  PooledScore score(const PairResults& pair, int stronger) const;

  // The pairs that were played with a red setup; none if it was not played.
  std::vector<const PairResults*> replies_to(SetupId red) const;

 private:
  const PairResults* find(SetupId red, SetupId reply) const;

  std::vector<const PairResults*> by_setups_;  // sorted by red, those of one red in their order
  std::array<Side, 2> sides_{};
};

}  // namespace tabiya
