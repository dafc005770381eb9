#include "core/book/pooled_results.h"

#include <algorithm>
#include <cmath>

namespace tabiya {
namespace {

// Nothing is certain, however alike a few games were.
constexpr double kLeastGameVariance = 0.01;

// What the value promises the stronger side.
double chances_of(Score red_value, int stronger) {
  const double value = (stronger == 0 ? 1.0 : -1.0) * red_value / 10'000;
  return 1 / (1 + std::exp(-value));
}

// The games of one pair with one stronger side.
struct Sample {
  double games = 0, chances = 0, score = 0;
  double squares = 0;  // of the games' distances from the pair's score, summed up
};

Sample sample_of(const PairResults& pair, int stronger) {
  const GameCounts& counts = pair.counts[static_cast<std::size_t>(stronger)];
  Sample sample{.games = double(counts.games()), .chances = chances_of(pair.red_value, stronger)};
  if (sample.games == 0) return sample;
  sample.score = (counts.wins + 0.5 * counts.draws) / sample.games;
  const auto square = [&](double points) { return (points - sample.score) * (points - sample.score); };
  sample.squares = counts.wins * square(1) + counts.draws * square(0.5) + counts.losses * square(0);
  return sample;
}

double line_at(const PooledResults::Side& side, double chances) {
  return side.level + side.slope * (chances - 0.5);
}

// By least squares, each game counting as much as any other.
void fit_line(const std::vector<Sample>& samples, PooledResults::Side& side) {
  double games = 0, chances = 0, scores = 0;
  for (const Sample& sample : samples) {
    games += sample.games;
    chances += sample.games * sample.chances;
    scores += sample.games * sample.score;
  }
  if (games == 0) return;
  chances /= games;
  scores /= games;
  double products = 0, squares = 0;
  for (const Sample& sample : samples) {
    const double off = sample.chances - chances;
    products += sample.games * off * (sample.score - scores);
    squares += sample.games * off * off;
  }
  constexpr double kLeast = 1e-9;  // below it all values are one
  side.slope = squares > kLeast * games ? products / squares : 0;
  side.level = scores + side.slope * (0.5 - chances);
}

void fit_variances(const std::vector<Sample>& samples, PooledResults::Side& side) {
  double games = 0, squared_games = 0, pairs = 0, within = 0, around_line = 0;
  for (const Sample& sample : samples) {
    if (sample.games == 0) continue;
    const double off = sample.score - line_at(side, sample.chances);
    ++pairs;
    games += sample.games;
    squared_games += sample.games * sample.games;
    within += sample.squares;
    around_line += sample.games * off * off;
  }
  if (games > pairs) side.game_variance = std::max(kLeastGameVariance, within / (games - pairs));
  const double fitted = side.slope != 0 ? 2 : 1;
  const double weight = games == 0 ? 0 : games - squared_games / games;
  if (pairs > fitted && weight > 0)
    side.pair_variance = std::max(0.0, (around_line - (pairs - fitted) * side.game_variance) / weight);
}

PooledScore pooled(const PooledResults::Side& side, const Sample& sample) {
  const double line = line_at(side, sample.chances);
  const double trust =
      sample.games * side.pair_variance / (sample.games * side.pair_variance + side.game_variance);
  return {std::clamp(line + trust * (sample.score - line), 0.0, 1.0),
          std::sqrt(side.pair_variance * (1 - trust))};
}

}  // namespace

PooledResults::PooledResults(const BookResults& results) {
  for (const PairResults& pair : results.pairs) by_setups_.push_back(&pair);
  std::ranges::stable_sort(by_setups_, {}, [](const PairResults* pair) { return pair->red; });
  for (const int stronger : {0, 1}) {
    std::vector<Sample> samples;
    for (const PairResults& pair : results.pairs) samples.push_back(sample_of(pair, stronger));
    Side& side = sides_[static_cast<std::size_t>(stronger)];
    fit_line(samples, side);
    fit_variances(samples, side);
  }
}

PooledScore PooledResults::score(const PairResults& pair, int stronger) const {
  return pooled(side(stronger), sample_of(pair, stronger));
}

PooledScore PooledResults::score(SetupId red, SetupId reply, Score red_value, int stronger) const {
  if (const PairResults* pair = find(red, reply)) return score(*pair, stronger);
  return pooled(side(stronger), {.chances = chances_of(red_value, stronger)});
}

std::vector<const PairResults*> PooledResults::replies_to(SetupId red) const {
  const auto found =
      std::ranges::equal_range(by_setups_, red, {}, [](const PairResults* pair) { return pair->red; });
  return {found.begin(), found.end()};
}

const PairResults* PooledResults::find(SetupId red, SetupId reply) const {
  for (const PairResults* pair : replies_to(red))
    if (pair->reply == reply) return pair;
  return nullptr;
}

}  // namespace tabiya
