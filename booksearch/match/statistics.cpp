#include "booksearch/match/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kScores = 5;  // of a pair, per game: 0, 1/4, … 1
using Distribution = std::array<double, kScores>;

constexpr double kNormalisedElo = 800 / std::numbers::ln10;  // of one standard deviation of a game

double score_at(std::size_t i) { return static_cast<double>(i) / 4; }

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments_of(const Distribution& probability) {
  Moments moments;
  for (std::size_t i = 0; i < kScores; ++i) moments.mean += probability[i] * score_at(i);
  for (std::size_t i = 0; i < kScores; ++i) {
    const double deviation = score_at(i) - moments.mean;
    moments.variance += probability[i] * deviation * deviation;
  }
  return moments;
}

// The distribution of the scores of pairs, and the number of pairs. A score that was not seen counts as
// `unseen` pairs.
struct Sample {
  Distribution probability{};
  double pairs = 0;
};

Sample sample_of(const Tally& tally, double unseen) {
  Sample sample;
  for (std::size_t i = 0; i < kScores; ++i) {
    sample.probability[i] = tally.pairs[i] == 0 ? unseen : static_cast<double>(tally.pairs[i]);
    sample.pairs += sample.probability[i];
  }
  for (double& probability : sample.probability) probability /= sample.pairs;
  return sample;
}

// Returns the distribution closest to the seen one, by likelihood, in which `value` has the mean 0: each
// probability is divided by 1 + theta value. It returns the seen one itself if no theta does that, because
// all values have the same sign.
Distribution with_mean_zero(const Distribution& seen, const Distribution& value) {
  const double least = *std::ranges::min_element(value), most = *std::ranges::max_element(value);
  if (least >= 0 || most <= 0) return seen;
  double low = -1 / most, high = -1 / least;
  const auto mean = [&](double theta) {  // falls from infinity to minus infinity
    double sum = 0;
    for (std::size_t i = 0; i < kScores; ++i) sum += seen[i] * value[i] / (1 + theta * value[i]);
    return sum;
  };
  for (double middle = (low + high) / 2; low < middle && middle < high; middle = (low + high) / 2)
    (mean(middle) > 0 ? low : high) = middle;
  Distribution probability;
  for (std::size_t i = 0; i < kScores; ++i) probability[i] = seen[i] / (1 + low * value[i]);
  return probability;
}

// Returns the likeliest distribution with this mean score.
Distribution with_score(const Distribution& seen, double score) {
  Distribution value;
  for (std::size_t i = 0; i < kScores; ++i) value[i] = score_at(i) - score;
  return with_mean_zero(seen, value);
}

// Returns the likeliest distribution whose mean score is this many of its standard deviations above 1/2. It
// is iterated from equal probabilities until nothing changes by more than 1e-4, ten times at most, as the
// usual testers of engines do.
Distribution with_deviations(const Distribution& seen, double deviations) {
  constexpr int kIterations = 10;
  constexpr double kEnough = 1e-4;
  Distribution probability;
  probability.fill(1.0 / kScores);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const Moments moments = moments_of(probability);
    const double sigma = std::sqrt(moments.variance);
    Distribution value;
    for (std::size_t i = 0; i < kScores; ++i) {
      const double off = (score_at(i) - moments.mean) / sigma;
      value[i] = score_at(i) - 0.5 - deviations * sigma * (1 + off * off) / 2;
    }
    const Distribution next = with_mean_zero(seen, value);
    double change = 0;
    for (std::size_t i = 0; i < kScores; ++i) change = std::max(change, std::abs(next[i] - probability[i]));
    probability = next;
    if (change < kEnough) break;
  }
  return probability;
}

Distribution likeliest(const Distribution& seen, Sprt::Model model, double elo) {
  if (model == Sprt::Model::kLogistic) return with_score(seen, score_of_elo(elo));
  return with_deviations(seen,
                         std::numbers::sqrt2 * elo / kNormalisedElo);  // a pair is the mean of two games
}

}  // namespace

double Tally::score() const {
  if (games() == 0) return 0.5;
  return (static_cast<double>(wins) + static_cast<double>(draws) / 2) / static_cast<double>(games());
}

double elo_of_score(double score) { return 400 * std::log10(score / (1 - score)); }
double score_of_elo(double elo) { return 1 / (1 + std::pow(10, -elo / 400)); }

std::optional<EloEstimate> estimate_elo(const Tally& tally) {
  constexpr double k95 = 1.959963984540054;
  const Sample sample = sample_of(tally, 0);
  const auto [mean, variance] = moments_of(sample.probability);
  if (!(variance > 0)) return std::nullopt;
  const double error = std::sqrt(variance / sample.pairs);
  const auto clamped_elo = [](double score) { return elo_of_score(std::clamp(score, 0.0, 1.0)); };
  const double unit = kNormalisedElo / std::sqrt(2 * variance);  // of a score
  EloEstimate estimate{.elo = elo_of_score(mean),
                       .interval = {clamped_elo(mean - k95 * error), clamped_elo(mean + k95 * error)},
                       .normalised = (mean - 0.5) * unit,
                       .normalised_error = k95 * error * unit,
                       .superiority = std::erfc((0.5 - mean) / error / std::numbers::sqrt2) / 2};
  estimate.error = (estimate.interval.high - estimate.interval.low) / 2;
  return estimate;
}

double Sprt::lower() const { return std::log(beta / (1 - alpha)); }
double Sprt::upper() const { return std::log((1 - beta) / alpha); }

double Sprt::log_likelihood_ratio(const Tally& tally) const {
  constexpr double kUnseen = 1e-3;
  const Sample sample = sample_of(tally, kUnseen);
  const Distribution first = likeliest(sample.probability, model, elo0);
  const Distribution second = likeliest(sample.probability, model, elo1);
  double sum = 0;
  for (std::size_t i = 0; i < kScores; ++i) sum += sample.probability[i] * std::log(second[i] / first[i]);
  return sample.pairs * sum;
}

Sprt::Verdict Sprt::verdict(const Tally& tally) const {
  const double ratio = log_likelihood_ratio(tally);
  return ratio >= upper() ? Verdict::kAccepted : ratio <= lower() ? Verdict::kRejected : Verdict::kOpen;
}

}  // namespace tabiya::booksearch
