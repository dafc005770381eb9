#include "booksearch/setups/job/value_calibration.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>
#include <vector>

namespace tabiya::booksearch {
namespace {

constexpr double kLogit = 1e4;  // of Score

// The priors: deviations from 0 of a and b, in logit, and of those of a depth; s and c.
constexpr double kOffset = 0.1, kSlope = 0.3, kDepthOffset = 0.1, kDepthSlope = 0.3;
constexpr double kNoise = 0.15, kNoiseOfValue = 0.2;
constexpr double kNoiseWeight = 20;                            // of s and c, in looks
constexpr double kDepthWeight = 30;                            // of f_depth = 1
constexpr double kDeepestVariance = 1.1, kDeepestWeight = 15;  // of the deepest looks
constexpr double kLeastSlope = -0.9;                           // of all lines together

constexpr double square(double x) { return x * x; }

struct Point {
  int depth = 0;
  double value = 0, shift = 0;  // logit
};

// Returns the usable looks in an order that does not depend on theirs, for sums depend on it.
std::vector<Point> points_of(std::span<const ValueLook> looks) {
  std::vector<Point> points;
  for (const ValueLook& look : looks) {
    if (is_proven(look.value) || is_proven(look.found)) continue;
    points.push_back({look.depth, look.value / kLogit, (look.found - look.value) / kLogit});
  }
  std::ranges::sort(points, {},
                    [](const Point& each) { return std::tuple(each.depth, each.value, each.shift); });
  return points;
}

// Solves the two equations of a regression on a constant and x: weights are 1 / variance, priors precisions.
struct Regression {
  double aa = 0, ab = 0, bb = 0, a = 0, b = 0;

  void add(double x, double y, double weight) {
    aa += weight;
    ab += weight * x;
    bb += weight * x * x;
    a += weight * y;
    b += weight * x * y;
  }
  std::pair<double, double> solution() const {
    const double determinant = aa * bb - ab * ab;
    return {(bb * a - ab * b) / determinant, (aa * b - ab * a) / determinant};
  }
};

}  // namespace

ValueCalibration::ValueCalibration(std::span<const ValueLook> looks, std::span<const ValueLook> deepest)
    : noise_(square(kNoise)), noise_of_value_(square(kNoiseOfValue)) {
  const std::vector<Point> points = points_of(looks);
  std::map<int, std::vector<Point>> by_depth;
  for (const Point& each : points) by_depth[each.depth].push_back(each);

  Regression means{.aa = 1 / square(kOffset), .bb = 1 / square(kSlope)};
  for (const Point& each : points) means.add(each.value, each.shift, 1 / variance(each.depth, each.value));
  std::tie(line_.offset, line_.slope) = means.solution();
  line_.slope = std::max(line_.slope, kLeastSlope);
  for (const auto& [depth, own] : by_depth) {
    LinearFit line;
    for (const Point& each : own) line.middle += each.value / static_cast<double>(own.size());
    Regression rest{.aa = 1 / square(kDepthOffset), .bb = 1 / square(kDepthSlope)};
    for (const Point& each : own)
      rest.add(each.value - line.middle, each.shift - line_.at(each.value), 1 / variance(depth, each.value));
    std::tie(line.offset, line.slope) = rest.solution();
    line.slope = std::max(line.slope, kLeastSlope - line_.slope);
    lines_[depth] = line;
  }

  // The squares of what remains, weighted by the precision that squares of normal numbers of the prior variance have,
  // beside as many imagined looks at even and at usual values.
  Regression squares;
  const auto add_square = [&](double value, double expected, double weight) {
    squares.add(square(value), expected, weight / square(square(kNoise) + square(kNoiseOfValue * value)));
  };
  for (const double value : {0.0, 1.0})
    add_square(value, square(kNoise) + square(kNoiseOfValue * value), kNoiseWeight / 2);
  for (const Point& each : points)
    add_square(each.value, square(each.shift - shift(each.depth, each.value)), 1);
  const auto [constant, of_value] = squares.solution();
  noise_ = std::max(constant, square(kNoise) / 10);
  noise_of_value_ = std::max(of_value, 0.0);

  for (const auto& [depth, own] : by_depth) {
    double sum = kDepthWeight;
    for (const Point& each : own)
      sum += square(each.shift - shift(depth, each.value)) / variance(depth, each.value);
    factors_[depth] = sum / (kDepthWeight + static_cast<double>(own.size()));
  }

  double sum = kDeepestWeight * kDeepestVariance, count = kDeepestWeight;
  for (const Point& each : points_of(deepest)) {
    sum += square(each.shift - shift(each.depth, each.value)) / variance(each.depth, each.value);
    count += 1;
  }
  deepest_ = sum / count;
}

double ValueCalibration::shift(int depth, double value) const {
  const auto line = lines_.find(depth);
  return line_.at(value) + (line == lines_.end() ? 0 : line->second.at(value));
}

double ValueCalibration::variance(int depth, double value) const {
  const auto factor = factors_.find(depth);
  return (noise_ + noise_of_value_ * square(value)) * (factor == factors_.end() ? 1 : factor->second);
}

Score ValueCalibration::calibrated(int depth, Score value) const {
  if (is_proven(value)) return value;
  const double shifted = value + kLogit * shift(depth, value / kLogit);
  return static_cast<Score>(
      std::lround(std::clamp(shifted, -double{kMaxEvaluation}, double{kMaxEvaluation})));
}

std::optional<std::uint32_t> ValueCalibration::error(int depth, Score value) const {
  if (is_proven(value)) return std::nullopt;
  return static_cast<std::uint32_t>(
      std::lround(kLogit * std::sqrt(deepest_ * variance(depth, value / kLogit))));
}

void ValueCalibration::apply_to(Book& book) const {
  for (BookEntry& entry : book.entries) {
    if (!entry.red_value) continue;
    entry.standard_error = error(entry.depth, *entry.red_value);
    entry.red_value = calibrated(entry.depth, *entry.red_value);
  }
}

}  // namespace tabiya::booksearch
