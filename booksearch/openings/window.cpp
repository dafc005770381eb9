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

double coordinate_of(double value, Measure measure) {
  constexpr double kRounding = 0.05;  // per cent: 0 and 100 stand for what is rounded to them
  if (measure == Measure::kScore) return value;
  return std::log((value + kRounding) / (100 - value + kRounding));
}

bool Window::contains(double value) const { return probability(coordinate_of(value, measure), 0) > 0; }

double Window::half_width() const { return (coordinate_of(high, measure) - coordinate_of(low, measure)) / 2; }

double Window::probability(double mean, double deviation) const {
  const auto between = [&](double from, double to) {
    if (deviation <= 0) return from <= mean && mean <= to ? 1.0 : 0.0;
    return cumulative_normal((to - mean) / deviation) - cumulative_normal((from - mean) / deviation);
  };
  const double from = coordinate_of(low, measure), to = coordinate_of(high, measure);
  // Values that are as good for the other side have the opposite coordinate; draws are the same for both.
  if (!either_side || measure == Measure::kDrawRate) return between(from, to);
  const double common_from = std::max(from, -to), common_to = std::min(to, -from);
  const double common = common_from <= common_to ? between(common_from, common_to) : 0;
  return between(from, to) + between(-to, -from) - common;
}

std::vector<std::uint32_t> choose(std::span<const Membership> memberships, const Selection& selection,
                                  double least) {
  struct Entry {
    std::uint32_t candidate;
    double worth;  // expected
    std::uint64_t order;
  };
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < memberships.size(); ++i) {
    const double probability = memberships[i].probability;
    if (probability > 0 && probability >= least)
      entries.push_back({i, probability * (selection.worth ? selection.worth(memberships[i].judgement) : 1),
                         selection.order ? selection.order(i) : i});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    if (a.worth != b.worth) return a.worth > b.worth;
    return a.order != b.order ? a.order < b.order : a.candidate < b.candidate;
  });
  std::vector<std::uint32_t> chosen;
  for (const Entry& entry : entries) {
    if (selection.wanted != 0 && chosen.size() == selection.wanted) break;
    const auto is_near = [&](std::uint32_t other) { return selection.are_near(entry.candidate, other); };
    if (!selection.are_near || std::ranges::none_of(chosen, is_near)) chosen.push_back(entry.candidate);
  }
  return chosen;
}

}  // namespace tabiya::booksearch
