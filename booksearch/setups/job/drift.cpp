#include "booksearch/setups/job/drift.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace tabiya::booksearch {
namespace {

using PerPly = std::array<double, 2>;

// The data of one pair of depths, in whole numbers: their sums depend on no order.
struct Sums {
  std::int64_t count = 0;
  std::int64_t changes = 0;
  std::int64_t squares = 0;
  std::int64_t improvements = 0;
};

// An equation for the fit: `plies` plies of each kind add up to `sum`, on average over `weight` observations.
struct Equation {
  PerPly plies{};
  double sum = 0;
  double weight = 0;
};

PerPly plies_between(int from, int to) {
  const int odd = to / 2 - from / 2;
  return {static_cast<double>(to - from - odd), static_cast<double>(odd)};
}

// Solves the equations by least squares. The prior counts like kPriorWeight observations of one ply of each
// kind. Where the data cannot tell the two kinds apart, since all are of as many plies of each, they come out
// the same.
PerPly solve(std::span<const Equation> equations, double prior) {
  constexpr double kPriorWeight = 2;
  constexpr double kAlike = 0.01;  // weight of the wish that both be equal
  double ee = kPriorWeight + kAlike, oo = ee, eo = -kAlike;
  double e = kPriorWeight * prior, o = e;
  for (const Equation& equation : equations) {
    const auto [even, odd] = equation.plies;
    ee += equation.weight * even * even;
    oo += equation.weight * odd * odd;
    eo += equation.weight * even * odd;
    e += equation.weight * even * equation.sum;
    o += equation.weight * odd * equation.sum;
  }
  const double determinant = ee * oo - eo * eo;
  return {(e * oo - o * eo) / determinant, (o * ee - e * eo) / determinant};
}

}  // namespace

DriftModel::DriftModel(std::span<const ValueChange> data) {
  std::map<std::pair<int, int>, Sums> groups;
  for (const ValueChange& change : data) {
    Sums& sums = groups[{change.from, change.to}];
    ++sums.count;
    sums.changes += change.amount;
    sums.squares += std::int64_t{change.amount} * change.amount;
    sums.improvements += change.improvement;
  }
  // Returns the equations of one quantity: `total` of a group is its sum over the group.
  const auto equations = [&](auto total) {
    std::vector<Equation> list;
    for (const auto& [depths, sums] : groups) {
      const auto count = static_cast<double>(sums.count);
      list.push_back({plies_between(depths.first, depths.second), total(depths, sums) / count, count});
    }
    return list;
  };
  mean_ = solve(equations([](auto, const Sums& sums) { return static_cast<double>(sums.changes); }), 0);
  const auto squares_about_mean = [&](const std::pair<int, int>& depths, const Sums& sums) {
    const double expected = mean(depths.first, depths.second);
    return static_cast<double>(sums.squares) - 2 * expected * static_cast<double>(sums.changes) +
           static_cast<double>(sums.count) * expected * expected;
  };
  variance_ = solve(equations(squares_about_mean), kPriorDeviation * kPriorDeviation);
  reply_loss_ =
      solve(equations([](auto, const Sums& sums) { return static_cast<double>(sums.improvements); }), 0);
  for (double& variance : variance_) variance = std::max(variance, 1.0);
  for (double& loss : reply_loss_) loss = std::max(loss, 0.0);
}

double DriftModel::sum(const PerPly& per_ply, int from, int to) {
  const PerPly plies = plies_between(from, to);
  return plies[0] * per_ply[0] + plies[1] * per_ply[1];
}

double DriftModel::mean(int from, int to) const { return sum(mean_, from, to); }

double DriftModel::deviation(int from, int to) const { return std::sqrt(sum(variance_, from, to)); }

double DriftModel::reply_loss(int from, int to) const { return sum(reply_loss_, from, to); }

}  // namespace tabiya::booksearch
