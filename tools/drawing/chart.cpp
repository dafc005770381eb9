#include "tools/drawing/chart.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

constexpr double kWidth = 1040, kHeight = 420;
constexpr double kLeft = 80, kRight = 700, kTop = 30, kBottom = 360;
constexpr double kNames = 720, kRow = 18;  // the texts right of the frame

// Escapes the characters that XML takes for markup.
std::string escaped(const std::string& text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '&':
        escaped += "&amp;";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

}  // namespace

double round_step(double range, int parts) {
  const double least = range / parts;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1, 2, 5})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

double Axis::place(double value) const { return (value - low) / (high - low); }

Axis linear_axis(const std::string& name, double low, double high) {
  const double step = round_step(std::max(high - low, 1e-6), 6);
  constexpr double kRounding = 1e-9;  // 0.58 / 0.02 is less than 29
  const double first = std::floor(low / step + kRounding);
  Axis axis{name, first * step, std::max(std::ceil(high / step - kRounding), first + 1) * step, {}};
  const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step) - 1e-9)));
  for (int i = 0; axis.low + i * step < axis.high + step / 2; ++i)
    axis.ticks.push_back({axis.low + i * step, fmt::format("{:.{}f}", axis.low + i * step, digits)});
  return axis;
}

Chart::Chart(Axis x, Axis y) : x_(std::move(x)), y_(std::move(y)) { draw_axes(x_, y_); }

double Chart::x(double value) const { return kLeft + (kRight - kLeft) * x_.place(value); }
double Chart::y(double value) const { return kBottom - (kBottom - kTop) * y_.place(value); }

void Chart::draw_axes(const Axis& x_axis, const Axis& y_axis) {
  for (const Axis::Tick& tick : y_axis.ticks)
    frame_ += fmt::format(
        "<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/>"
        "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{}</text>\n",
        kLeft, y(tick.at), kRight, kLeft - 8, y(tick.at) + 4, tick.text);
  for (const Axis::Tick& tick : x_axis.ticks) {
    frame_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(tick.at),
                          kBottom + 20, tick.text);
  }
  frame_ += fmt::format(
      "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"black\"/>\n"
      "<text x=\"{4}\" y=\"{5}\" text-anchor=\"middle\">{6}</text>\n"
      "<text transform=\"translate(20 {7}) rotate(-90)\" text-anchor=\"middle\">{8}</text>\n",
      kLeft, kTop, kBottom, kRight, (kLeft + kRight) / 2, kBottom + 44, escaped(x_axis.name),
      (kTop + kBottom) / 2, escaped(y_axis.name));
}

void Chart::add(const ChartLine& line) {
  std::string points;
  for (const ChartPoint& point : line.points) points += fmt::format(" {:.1f},{:.1f}", x(point.x), y(point.y));
  if (!points.empty())
    marks_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n",
                          points.substr(1), line.colour);
  for (const ChartPoint& point : line.points)
    marks_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x(point.x),
                          y(point.y), line.colour);
  const double row = kTop + 14 + kRow * rows_++;
  marks_ += fmt::format(
      "<path d=\"M{0} {1}h28\" stroke=\"{2}\" stroke-width=\"2\"/>"
      "<text x=\"{3}\" y=\"{4}\" fill=\"{2}\">{5}</text>\n",
      kNames, row - 4, line.colour, kNames + 36, row, escaped(line.name));
}

void Chart::add_bar(double x_value, double low, double high, const std::string& colour) {
  marks_ += fmt::format("<path d=\"M{:.1f} {:.1f}V{:.1f}\" stroke=\"{}\" stroke-opacity=\"0.6\"/>\n",
                        x(x_value), y(low), y(high), colour);
}

void Chart::add_ring(double x_value, double y_value, const std::string& colour) {
  marks_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"7\" fill=\"none\" stroke=\"{}\"/>\n",
                        x(x_value), y(y_value), colour);
}

void Chart::add_note(const std::string& text) {
  marks_ +=
      fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", kNames, kTop + 24 + kRow * rows_++, escaped(text));
}

std::string Chart::svg() const {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
             "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             kWidth, kHeight) +
         frame_ + marks_ + "</svg>\n";
}

}  // namespace tabiya::tools
