#include "tools/play/match/statistics.h"

#include <cmath>

namespace tabiya::tools {
namespace {

struct Moments {
  double count = 0;
  double mean = 0;
  double variance = 0;  // of one pair
};

// Of the score of a pair, per game: 0, 1/4, … 1.
Moments pair_moments(const Tally& tally) {
  Moments moments;
  for (std::size_t i = 0; i < tally.pairs.size(); ++i) {
    moments.count += static_cast<double>(tally.pairs[i]);
    moments.mean += static_cast<double>(tally.pairs[i]) * static_cast<double>(i) / 4;
  }
  if (moments.count == 0) return moments;
  moments.mean /= moments.count;
  for (std::size_t i = 0; i < tally.pairs.size(); ++i) {
    const double deviation = static_cast<double>(i) / 4 - moments.mean;
    moments.variance += static_cast<double>(tally.pairs[i]) * deviation * deviation / moments.count;
  }
  return moments;
}

}  // namespace

double Tally::score() const {
  if (games() == 0) return 0.5;
  return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double elo_of_score(double score) { return 400 * std::log10(score / (1 - score)); }
double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

std::optional<Interval> elo_interval(const Tally& tally) {
  constexpr double k95 = 1.959963985;
  const Moments moments = pair_moments(tally);
  if (moments.variance <= 0) return std::nullopt;
  const double error = k95 * std::sqrt(moments.variance / moments.count);
  const auto clamped_elo = [](double score) { return elo_of_score(std::fmin(std::fmax(score, 0.0), 1.0)); };
  return Interval{clamped_elo(moments.mean - error), clamped_elo(moments.mean + error)};
}

double Sprt::log_likelihood_ratio(const Tally& tally) const {
  const Moments moments = pair_moments(tally);
  if (moments.variance <= 0) return 0;
  const double score0 = score_of_elo(elo0);
  const double score1 = score_of_elo(elo1);
  return moments.count * (score1 - score0) * (2 * moments.mean - score0 - score1) / (2 * moments.variance);
}

}  // namespace tabiya::tools
