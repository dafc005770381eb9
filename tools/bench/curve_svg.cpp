#include "tools/bench/curve_svg.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "core/search/value_text.h"
#include "tools/drawing/chart.h"

namespace tabiya::tools {
namespace {

using booksearch::CurvePoint;

constexpr double kLogit = 1e4;          // of Score
constexpr double kLeastSeconds = 1e-6;  // so that there is a logarithm
constexpr std::array kColours{"#d95f02", "#1b6ca8", "#5b8c2a", "#a0257a", "#8c6d1f", "#4a4a8c"};

std::string name_of(const booksearch::JobStage& list) {
  std::string name = list.shared > 0 ? fmt::format("{} + {} shared", list.replies, list.shared)
                                     : fmt::format("{} candidates", list.replies);
  if (list.near > 0) name += fmt::format(", {} near", list.near);
  if (list.sieve > 0) name += fmt::format(", sieve {}", list.sieve);
  return name;
}

// Points that have a label say their depth.
ChartPoint chart_point(const CurvePoint& point, std::size_t reds, bool has_label) {
  const double seconds = std::max(point.seconds / static_cast<double>(reds), kLeastSeconds);
  return {seconds,
          point.mean_loss / kLogit,
          point.loss_interval.low / kLogit,
          point.loss_interval.high / kLogit,
          has_label ? std::to_string(point.list.depth) : "",
          fmt::format("depth {}, {}: regret {} ({} to {}), {:.3g} s", point.list.depth, name_of(point.list),
                      loss_text(point.mean_loss), loss_text(point.loss_interval.low),
                      loss_text(point.loss_interval.high), seconds)};
}

// Lists of so many candidates, near answers and one sieve have one colour, and dashes where there are no
// shared ones besides; of such lines that nearly lie on each other, one has labels.
std::vector<ChartLine> lines_of(const std::vector<CurvePoint>& points, std::size_t reds) {
  std::vector<ChartLine> lines;
  std::vector<std::array<std::uint32_t, 3>> kinds;  // candidates, sieve, near
  const auto shared = [](const CurvePoint& point) { return point.list.shared; };
  const std::uint32_t most_shared = shared(*std::ranges::max_element(points, {}, shared));
  for (const CurvePoint& point : points) {
    const std::string name = name_of(point.list);
    auto line = std::ranges::find(lines, name, &ChartLine::name);
    if (line == lines.end()) {
      const std::array kind{point.list.replies, point.list.sieve, point.list.near};
      auto known = std::ranges::find(kinds, kind);
      if (known == kinds.end()) known = kinds.insert(known, kind);
      const auto place = static_cast<std::size_t>(known - kinds.begin());
      line = lines.insert(line, {name, kColours[place % kColours.size()], {}, point.list.shared == 0});
    }
    line->points.push_back(chart_point(point, reds, shared(point) == most_shared));
  }
  return lines;
}

// Up to the largest mean and its bar, but not where bars would flatten the lines.
Axis regret_axis(const std::vector<ChartLine>& lines) {
  double mean = 1e-3, bar = 0;
  for (const ChartLine& line : lines) {
    for (const ChartPoint& point : line.points) {
      mean = std::max(mean, point.y);
      bar = std::max(bar, point.high);
    }
  }
  return linear_axis("mean regret (logit), 95 % interval", 0, std::max(mean, std::min(bar, 1.6 * mean)));
}

Axis seconds_axis(const std::vector<ChartLine>& lines) {
  double low = 1e300, high = 0;
  for (const ChartLine& line : lines) {
    for (const ChartPoint& point : line.points) {
      low = std::min(low, point.x);
      high = std::max(high, point.x);
    }
  }
  return logarithmic_axis("seconds of one core for a red", low, high);
}

}  // namespace

std::string curve_svg(const std::vector<CurvePoint>& points, std::size_t reds) {
  const std::vector<ChartLine> lines = lines_of(points, reds);
  Chart chart(seconds_axis(lines), regret_axis(lines));
  for (const ChartLine& line : lines) chart.add(line);
  chart.add_note(fmt::format("{} reds, at the depths given", reds));
  return chart.svg();
}

}  // namespace tabiya::tools
