#include "booksearch/openings/window.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tabiya::booksearch {
namespace {

double cumulative_normal(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

}  // namespace

double value_of(const Judgement& judgement, Measure measure) {
  const auto [wins, draws, losses] = judgement.chances;
  switch (measure) {
    case Measure::kScore:
      return static_cast<double>(judgement.score);
    case Measure::kDrawRate:
      return static_cast<double>(draws) / 10;
    case Measure::kExpectedScore:
      return static_cast<double>(2 * wins + draws) / 20;
  }
  return 0;
}

double Window::mirrored(double value) const {
  switch (measure) {
    case Measure::kScore:
      return -value;
    case Measure::kDrawRate:
      return value;
    case Measure::kExpectedScore:
      return 100 - value;
  }
  return value;
}

bool Window::contains(double value) const {
  const auto is_within = [&](double x) { return low <= x && x <= high; };
  return is_within(value) || (either_side && is_within(mirrored(value)));
}

double Window::probability(double mean, double deviation) const {
  if (deviation <= 0) return contains(mean) ? 1 : 0;
  const auto between = [&](double from, double to) {
    return cumulative_normal((to - mean) / deviation) - cumulative_normal((from - mean) / deviation);
  };
  if (!either_side) return between(low, high);
  // The window and its mirror image may overlap.
  const double other_low = std::min(mirrored(low), mirrored(high));
  const double other_high = std::max(mirrored(low), mirrored(high));
  const double common = std::max(0.0, between(std::max(low, other_low), std::min(high, other_high)));
  return between(low, high) + between(other_low, other_high) - common;
}

}  // namespace tabiya::booksearch
