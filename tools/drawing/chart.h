// Charts as SVG images: a frame, two axes, and lines of points.
#pragma once

#include <string>
#include <vector>

namespace tabiya::tools {

// The least step of 1, 2 or 5 times a power of ten of which a range has no more than `parts`.
double round_step(double range, int parts);

struct Axis {
  struct Tick {
    double at;
    std::string text;
  };
  std::string name;  // with its unit
  double low = 0;    // the ends of the frame; low < high
  double high = 1;
  std::vector<Tick> ticks;

  // The place of a value along the axis, from 0 to 1.
  double place(double value) const;
};

// An axis whose ends are widened to round numbers, with ticks at round numbers. low <= high.
Axis linear_axis(const std::string& name, double low, double high);

struct ChartPoint {
  double x = 0;
  double y = 0;
};

struct ChartLine {
  std::string name;
  std::string colour;  // "#d95f02"
  std::vector<ChartPoint> points;
};

class Chart {
 public:
  Chart(Axis x, Axis y);

  // The names of lines stand below each other, right of the frame, where there is room for some 36 letters.
  void add(const ChartLine& line);
  void add_bar(double x, double low, double high, const std::string& colour);  // an interval of y
  void add_ring(double x, double y, const std::string& colour);
  void add_note(const std::string& text);  // below the names

  std::string svg() const;

 private:
  double x(double value) const;
  double y(double value) const;
  void draw_axes(const Axis& x, const Axis& y);

  Axis x_, y_;
  int rows_ = 0;  // of text right of the frame
  std::string frame_, marks_;
};

}  // namespace tabiya::tools
