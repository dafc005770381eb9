#include "booksearch/setups/job/value_calibration.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace tabiya::booksearch {
namespace {

constexpr double kLogit = 1e4;  // of Score

// The priors: deviations from 0 of a and b, in logit, and of those of a depth; s and c.
constexpr double kOffset = 0.1, kSlope = 0.3, kDepthOffset = 0.1, kDepthSlope = 0.3;
constexpr double kNoise = 0.15, kNoiseOfValue = 0.2;
constexpr double kNoiseWeight = 20;  // of s and c, in looks
constexpr double kDepthWeight = 30;  // of f_depth = 1
// Of a' and b'; of the variance of the noise about that line, in that of looks; of that of the deepest looks about all lines.
constexpr double kFurtherOffset = 0.03, kFurtherSlope = 0.1, kFurtherVariance = 0.4;
constexpr double kDeepestVariance = 1.1, kDeepestWeight = 15;
// The slopes to looks together, and with that from there, are at least these: so values keep their order.
constexpr double kLeastSlope = -0.9, kLeastSlopeOfAll = -0.95;

constexpr double square(double x) { return x * x; }

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

struct ValueCalibration::Point {
  int depth = 0;
  double value = 0, shift = 0;      // logit
  std::optional<double> further{};  // from the look to the deepest one
};

// Their order does not depend on that of the looks, for sums depend on it.
std::vector<ValueCalibration::Point> ValueCalibration::points_of(std::span<const ValueLook> looks) {
  std::vector<Point> points;
  for (const ValueLook& look : looks) {
    if (is_proven(look.value) || is_proven(look.found)) continue;
    Point point{look.depth, look.value / kLogit, (look.found - look.value) / kLogit};
    if (look.deepest && !is_proven(*look.deepest)) point.further = (*look.deepest - look.found) / kLogit;
    points.push_back(point);
  }
  std::ranges::sort(points, {}, [](const Point& each) {
    return std::tuple(each.depth, each.value, each.shift, each.further);
  });
  return points;
}

ValueCalibration::ValueCalibration(std::span<const ValueLook> looks)
    : noise_(square(kNoise)), noise_of_value_(square(kNoiseOfValue)) {
  const std::vector<Point> points = points_of(looks);
  std::map<int, std::vector<Point>> by_depth;
  for (const Point& each : points) by_depth[each.depth].push_back(each);
  fit_lines(points, by_depth);
  fit_noise(points, by_depth);
  fit_deepest(points);
}

void ValueCalibration::fit_lines(std::span<const Point> points,
                                 const std::map<int, std::vector<Point>>& by_depth) {
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
}

// The squares of what remains, weighted by the precision that squares of normal numbers of the prior variance have,
// beside as many imagined looks at even and at usual values.
void ValueCalibration::fit_noise(std::span<const Point> points,
                                 const std::map<int, std::vector<Point>>& by_depth) {
  Regression squares;
  const auto add_square = [&](double value, double expected, double weight) {
    squares.add(square(value), expected, weight / square(square(kNoise) + square(kNoiseOfValue * value)));
  };
  for (const double value : {0.0, 1.0})
    add_square(value, square(kNoise) + square(kNoiseOfValue * value), kNoiseWeight / 2);
  for (const Point& each : points)
    add_square(each.value, square(each.shift - to_look(each.depth, each.value)), 1);
  const auto [constant, of_value] = squares.solution();
  noise_ = std::max(constant, square(kNoise) / 10);
  noise_of_value_ = std::max(of_value, 0.0);

  for (const auto& [depth, own] : by_depth) {
    double sum = kDepthWeight;
    for (const Point& each : own)
      sum += square(each.shift - to_look(depth, each.value)) / variance(depth, each.value);
    factors_[depth] = sum / (kDepthWeight + static_cast<double>(own.size()));
  }
}

void ValueCalibration::fit_deepest(std::span<const Point> points) {
  std::vector<Point> pairs;
  std::ranges::copy_if(points, std::back_inserter(pairs),
                       [](const Point& each) { return each.further.has_value(); });
  for (const Point& each : pairs) further_.middle += each.value / static_cast<double>(pairs.size());
  Regression rest{.aa = 1 / square(kFurtherOffset), .bb = 1 / square(kFurtherSlope)};
  for (const Point& each : pairs)
    rest.add(each.value - further_.middle, *each.further,
             1 / (kFurtherVariance * variance(each.depth, each.value)));
  std::tie(further_.offset, further_.slope) = rest.solution();
  double least = line_.slope;
  for (const auto& [depth, line] : lines_) least = std::min(least, line_.slope + line.slope);
  further_.slope = std::max(further_.slope, kLeastSlopeOfAll - least);

  double sum = kDeepestWeight * kDeepestVariance;
  for (const Point& each : pairs)
    sum +=
        square(each.shift + *each.further - shift(each.depth, each.value)) / variance(each.depth, each.value);
  deepest_ = sum / (kDeepestWeight + static_cast<double>(pairs.size()));
}

double ValueCalibration::to_look(int depth, double value) const {
  const auto line = lines_.find(depth);
  return line_.at(value) + (line == lines_.end() ? 0 : line->second.at(value));
}

double ValueCalibration::shift(int depth, double value) const {
  return to_look(depth, value) + further_.at(value);
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
