// Estimates and tests of the strength of two engines from the results of a match.
//
// Each opening is played twice, with the sides exchanged. The two games of a pair are not independent, so the
// statistics count pairs (the pentanomial model): their variance is smaller than that of single games when
// openings favour a side. tools/commands/match.md names the sources of the formulas.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "booksearch/statistics/intervals.h"

namespace tabiya::booksearch {

// The counts are from the first engine's view.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  std::array<std::uint64_t, 5> pairs{};  // finished pairs by points: 0, 1/2, 1, 3/2, 2

  std::uint64_t games() const { return wins + draws + losses; }
  double score() const;  // mean points of a game, 0 … 1; 1/2 without games
};

// Returns the Elo difference of a mean score: 400 log10(s / (1 - s)). Scores of 0 and 1 give infinities.
double elo_of_score(double score);
double score_of_elo(double elo);

// The Elo difference that finished pairs show, by the normal approximation over pairs. Normalised Elo
// measures the mean score in standard deviations of a game: it tells how many games are needed to see the
// difference, whatever the share of draws.
struct EloEstimate {
  double elo = 0;
  Interval interval{};          // of 95 %
  double error = 0;             // half its width
  double normalised = 0;        // Elo
  double normalised_error = 0;  // of its 95 % interval, to either side
  double superiority = 0;       // the likelihood that the first engine is the stronger one
};

// Returns nothing as long as the pairs show no variance.
std::optional<EloEstimate> estimate_elo(const Tally& tally);

// Sequential probability ratio test of two hypotheses on the Elo difference, elo0 < elo1, by the generalised log
// likelihood ratio of the counts of pairs.
struct Sprt {
  enum class Model : std::uint8_t { kNormalised, kLogistic };  // of which Elo elo0 and elo1 are
  enum class Verdict : std::uint8_t { kOpen, kRejected, kAccepted };

  double elo0 = 0;
  double elo1 = 0;
  double alpha = 0.05;  // the probability of accepting elo1 where elo0 is true
  double beta = 0.05;   // that of rejecting it where it is true
  Model model = Model::kNormalised;

  double lower() const;  // bounds of the ratio
  double upper() const;
  double log_likelihood_ratio(const Tally& tally) const;
  Verdict verdict(const Tally& tally) const;
};

}  // namespace tabiya::booksearch
