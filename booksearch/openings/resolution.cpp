#include "booksearch/openings/resolution.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tabiya::booksearch {
namespace {

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double logit_of_per_mille(std::int64_t share) {
  const double clamped = std::clamp(static_cast<double>(share), 0.5, 999.5) / 1'000;
  return std::log(clamped / (1 - clamped));
}

// Returns the chances of the side that begins, by its points: 0, 1/2 and 1.
std::array<double, 3> outcomes(const StartChances& start, double strength) {
  const double v = start.advantage + strength;
  const double win = logistic(v - start.margin), loss = logistic(-v - start.margin);
  return {loss, 1 - win - loss, win};
}

}  // namespace

StartChances start_chances(const Judgement& judgement) {
  const double win = logit_of_per_mille(judgement.chances[0]),
               loss = logit_of_per_mille(judgement.chances[2]);
  return {(win - loss) / 2, std::max(0.0, -(win + loss) / 2)};
}

PairShares pair_of_games(const StartChances& start, double strength) {
  const std::array<double, 3> one = outcomes(start, strength), other = outcomes(start, -strength);
  PairShares pairs{};
  for (std::size_t a = 0; a < one.size(); ++a)
    for (std::size_t b = 0; b < other.size(); ++b) pairs[a + 2 - b] += one[a] * other[b];
  return pairs;
}

double normalised_elo(const PairShares& pairs) {
  double mean = 0, variance = 0;
  for (std::size_t k = 0; k < kPairScores; ++k) mean += pairs[k] * static_cast<double>(k) / 4;
  for (std::size_t k = 0; k < kPairScores; ++k) {
    const double off = static_cast<double>(k) / 4 - mean;
    variance += pairs[k] * off * off;
  }
  return 800 / std::numbers::ln10 * (mean - 0.5) / std::sqrt(2 * variance);
}

double resolution_of(const Judgement& judgement) {
  constexpr double kStrength = 0.03;  // logits: about 5 Elo
  return normalised_elo(pair_of_games(start_chances(judgement), kStrength));
}

}  // namespace tabiya::booksearch
