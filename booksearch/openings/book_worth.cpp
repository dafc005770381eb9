#include "booksearch/openings/book_worth.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/random.h"

namespace tabiya::booksearch {
namespace {

constexpr double kEloOfLogit = 400 / std::numbers::ln10;
constexpr std::size_t kParameters = 3;
using Vector = std::array<double, kParameters>;
using Matrix = std::array<Vector, kParameters>;

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

double logit_of_per_mille(std::int64_t share) {
  const double clamped = std::clamp(static_cast<double>(share), 0.5, 999.5) / 1'000;
  return std::log(clamped / (1 - clamped));
}

// Of the side that begins.
struct Outcomes {
  double win, draw, loss;
};

Outcomes outcomes(const StartChances& start, const PlayerModel& model, double strength) {
  const double v = model.scale * start.advantage + strength;
  const double t = std::max(0.0, model.scale * start.margin + model.widening);
  const double win = logistic(v - t), loss = logistic(-v - t);
  return {win, 1 - win - loss, loss};
}

PlayerModel model_of(const Vector& parameters) { return {parameters[0], parameters[1]}; }

// The logarithm of the likelihood of the games, and of the priors.
double log_posterior(std::span<const SeenGame> games, const Vector& parameters) {
  constexpr Vector kPriorMean{1, 0, 0}, kPriorDeviation{1, 2, 2};
  constexpr double kLeast = 1e-9;
  double sum = 0;
  for (std::size_t i = 0; i < kParameters; ++i) {
    const double off = (parameters[i] - kPriorMean[i]) / kPriorDeviation[i];
    sum -= off * off / 2;
  }
  for (const SeenGame& game : games) {
    const double strength = game.first_begins ? parameters[2] : -parameters[2];
    const Outcomes chances = outcomes(game.start, model_of(parameters), strength);
    sum += std::log(std::max(kLeast, game.points == 2   ? chances.win
                                     : game.points == 1 ? chances.draw
                                                        : chances.loss));
  }
  return sum;
}

// Gradient and negative second derivatives, by differences.
struct Slope {
  Vector gradient{};
  Matrix curvature{};
};

Slope slope_at(std::span<const SeenGame> games, const Vector& at) {
  constexpr double kStep = 1e-3;
  const auto value = [&](std::size_t i, double by_i, std::size_t j, double by_j) {
    Vector moved = at;
    moved[i] += by_i;
    moved[j] += by_j;
    return log_posterior(games, moved);
  };
  Slope slope;
  const double here = log_posterior(games, at);
  for (std::size_t i = 0; i < kParameters; ++i) {
    const double up = value(i, kStep, i, 0), down = value(i, -kStep, i, 0);
    slope.gradient[i] = (up - down) / (2 * kStep);
    slope.curvature[i][i] = -(up - 2 * here + down) / (kStep * kStep);
    for (std::size_t j = 0; j < i; ++j) {
      const double mixed = value(i, kStep, j, kStep) - value(i, kStep, j, -kStep) -
                           value(i, -kStep, j, kStep) + value(i, -kStep, j, -kStep);
      slope.curvature[i][j] = slope.curvature[j][i] = -mixed / (4 * kStep * kStep);
    }
  }
  return slope;
}

// By cofactors.
Matrix inverse(const Matrix& m) {
  Matrix result;
  for (std::size_t i = 0; i < kParameters; ++i)
    for (std::size_t j = 0; j < kParameters; ++j) {
      const std::size_t a = (j + 1) % kParameters, b = (j + 2) % kParameters;
      const std::size_t c = (i + 1) % kParameters, d = (i + 2) % kParameters;
      result[i][j] = m[a][c] * m[b][d] - m[a][d] * m[b][c];
    }
  const double determinant = m[0][0] * result[0][0] + m[0][1] * result[1][0] + m[0][2] * result[2][0];
  for (Vector& row : result)
    for (double& element : row) element /= determinant;
  return result;
}

Vector product(const Matrix& m, const Vector& v) {
  Vector result{};
  for (std::size_t i = 0; i < kParameters; ++i)
    for (std::size_t j = 0; j < kParameters; ++j) result[i] += m[i][j] * v[j];
  return result;
}

// L with L L' = m, of a covariance; 0 where it is not positive.
Matrix lower_root(const Matrix& m) {
  Matrix root{};
  for (std::size_t i = 0; i < kParameters; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      double rest = m[i][j];
      for (std::size_t k = 0; k < j; ++k) rest -= root[i][k] * root[j][k];
      root[i][j] = i == j ? std::sqrt(std::max(0.0, rest)) : root[j][j] > 0 ? rest / root[j][j] : 0;
    }
  return root;
}

double uniform(Random& random) { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; }

double normal(Random& random) {  // by Box and Muller
  return std::sqrt(-2 * std::log(uniform(random))) * std::cos(2 * std::numbers::pi * uniform(random));
}

PlayerModel drawn_model(const FittedPlayers& players, Random& random) {
  if (players.games == 0) return players.model;
  constexpr double kLeastScale = 0.01;
  const Vector off =
      product(lower_root(players.covariance), {normal(random), normal(random), normal(random)});
  return {std::max(kLeastScale, players.model.scale + off[0]), players.model.widening + off[1]};
}

PairShares mean_pairs(std::span<const StartChances> starts, std::span<const std::uint32_t> drawn,
                      const PlayerModel& model, double elo, double* draws) {
  PairShares mean{};
  double sum = 0;
  for (const std::uint32_t i : drawn) {
    const PairShares pairs = pair_of_games(starts[i], model, elo / kEloOfLogit);
    for (std::size_t k = 0; k < kPairScores; ++k) mean[k] += pairs[k];
    sum += outcomes(starts[i], model, 0).draw;
  }
  for (double& share : mean) share /= static_cast<double>(drawn.size());
  if (draws != nullptr) *draws = sum / static_cast<double>(drawn.size());
  return mean;
}

double games_of_test(const StrengthTest& test, double from, double to) {
  const double deviations = (to - from) * std::numbers::ln10 / 800;  // of a game
  const double drift = deviations * deviations / 2;                  // of the log likelihood ratio
  const double gain = (1 - test.beta) * std::log((1 - test.beta) / test.alpha) +
                      test.beta * std::log(test.beta / (1 - test.alpha));
  return gain / drift;
}

BookWorth worth_of(std::span<const StartChances> starts, std::span<const std::uint32_t> drawn,
                   const PlayerModel& model, const StrengthTest& test) {
  BookWorth worth;
  worth.pairs = mean_pairs(starts, drawn, model, test.elo1, &worth.draws);
  worth.normalised_elo = normalised_elo(worth.pairs);
  const double from = normalised_elo(mean_pairs(starts, drawn, model, test.elo0, nullptr));
  worth.games = games_of_test(test, from, worth.normalised_elo);
  return worth;
}

Interval interval_of(std::vector<double> values) {
  std::ranges::sort(values);
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
  };
  return {at(0.025), at(0.975)};
}

void set_ratios(std::vector<BookWorth>& worths) {
  for (BookWorth& worth : worths) worth.ratio = worth.normalised_elo / worths.front().normalised_elo;
}

}  // namespace

StartChances start_chances(const Judgement& judgement) {
  const double win = logit_of_per_mille(judgement.chances[0]),
               loss = logit_of_per_mille(judgement.chances[2]);
  return {(win - loss) / 2, std::max(0.0, -(win + loss) / 2)};
}

PairShares pair_of_games(const StartChances& start, const PlayerModel& model, double strength) {
  const Outcomes begins = outcomes(start, model, strength), second = outcomes(start, model, -strength);
  const std::array<double, 3> one{begins.loss, begins.draw, begins.win};
  const std::array<double, 3> other{second.win, second.draw, second.loss};
  PairShares pairs{};
  for (std::size_t a = 0; a < one.size(); ++a)
    for (std::size_t b = 0; b < other.size(); ++b) pairs[a + b] += one[a] * other[b];
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

FittedPlayers fit_players(std::span<const SeenGame> games) {
  FittedPlayers players;
  players.games = games.size();
  if (games.empty()) return players;
  constexpr int kMostSteps = 50;
  constexpr double kEnough = 1e-7;
  Vector at{1, 0, 0};
  double value = log_posterior(games, at);
  for (int step = 0; step < kMostSteps; ++step) {
    const Slope slope = slope_at(games, at);
    const Vector way = product(inverse(slope.curvature), slope.gradient);
    // A Newton step, halved until it gains.
    double share = 1, gain = 0;
    for (; share > 1e-6; share /= 2) {
      Vector next = at;
      for (std::size_t i = 0; i < kParameters; ++i) next[i] += share * way[i];
      gain = log_posterior(games, next) - value;
      if (!(gain > 0)) continue;
      at = next;
      value += gain;
      break;
    }
    if (!(gain > kEnough)) break;
  }
  players.model = model_of(at);
  players.strength = at[2];
  players.covariance = inverse(slope_at(games, at).curvature);
  return players;
}

std::vector<BookEstimate> compare_books(std::span<const std::vector<StartChances>> books,
                                        const FittedPlayers& players, const StrengthTest& test,
                                        std::uint64_t seed, int rounds) {
  Random random(seed);
  const auto all_worths = [&](const PlayerModel& model, bool resample) {
    std::vector<BookWorth> worths;
    for (const std::vector<StartChances>& starts : books) {
      std::vector<std::uint32_t> drawn;
      const auto size = static_cast<std::uint32_t>(starts.size());
      for (std::uint32_t i = 0; i < size; ++i) drawn.push_back(resample ? random.below(size) : i);
      worths.push_back(worth_of(starts, drawn, model, test));
    }
    set_ratios(worths);
    return worths;
  };
  const std::vector<BookWorth> worths = all_worths(players.model, false);
  std::vector<std::vector<BookWorth>> drawn;
  for (int round = 0; round < rounds; ++round)
    drawn.push_back(all_worths(drawn_model(players, random), true));
  std::vector<BookEstimate> estimates;
  for (std::size_t book = 0; book < books.size(); ++book) {
    const auto interval = [&](double BookWorth::*part) {
      std::vector<double> values;
      for (const std::vector<BookWorth>& round : drawn) values.push_back(round[book].*part);
      return interval_of(std::move(values));
    };
    estimates.push_back({worths[book], interval(&BookWorth::draws), interval(&BookWorth::normalised_elo),
                         interval(&BookWorth::games), interval(&BookWorth::ratio)});
  }
  return estimates;
}

}  // namespace tabiya::booksearch
