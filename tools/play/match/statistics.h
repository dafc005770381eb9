// What the results of a match say about the strength of two engines.
//
// Each opening is played twice, with the sides exchanged. The two games of a pair are not independent, so
// pairs are what is counted: their variance is smaller than that of single games when openings favour a side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "booksearch/statistics/intervals.h"

namespace tabiya::tools {

using booksearch::Interval;

// From the first engine's view.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::array<std::uint64_t, 5> pairs{};  // finished pairs by points: 0, 1/2, 1, 3/2, 2

  std::uint64_t games() const { return wins + draws + losses; }
  double score() const;  // mean points of a game, 0 … 1; 1/2 without games
};

// Elo difference of a mean score: 400 log10(s / (1 - s)). Scores of 0 and 1 give infinities.
double elo_of_score(double score);
double score_of_elo(double elo);

// The 95 % interval of the Elo difference, by the normal approximation over pairs; nothing as long as the
// pairs show no variance.
std::optional<Interval> elo_interval(const Tally& tally);

// Sequential probability ratio test of two hypotheses on the Elo difference, with errors of 5 % each. The log
// likelihood ratio is that of normal means with the variance seen (the generalised test that engine testers
// use); it crosses +-log(19).
struct Sprt {
  double elo0;
  double elo1;

  static constexpr double kBound = 2.944438979;  // log(0.95 / 0.05)

  double log_likelihood_ratio(const Tally& tally) const;  // 0 as long as the pairs show no variance
};

}  // namespace tabiya::tools
