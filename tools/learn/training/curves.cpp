#include "tools/learn/training/curves.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

constexpr double kWidth = 720, kHeight = 420;
constexpr double kLeft = 80, kRight = 700, kTop = 30, kBottom = 360;

// 1, 2 or 5 times a power of ten, so that a range has some `parts` of it.
double round_step(double range, int parts) {
  const double least = range / parts;
  const double power = std::pow(10, std::floor(std::log10(least)));
  for (const double factor : {1, 2, 5})
    if (factor * power >= least) return factor * power;
  return 10 * power;
}

class Plot {
 public:
  explicit Plot(const std::vector<EpochResult>& epochs) : epochs_(epochs) {
    for (const EpochResult& epoch : epochs) {
      for (const double loss : {epoch.training_loss, epoch.validation_loss}) {
        low_ = std::min(low_, loss);
        high_ = std::max(high_, loss);
      }
    }
    step_ = round_step(std::max(high_ - low_, 1e-6), 6);
    low_ = std::floor(low_ / step_) * step_;
    high_ = std::max(std::ceil(high_ / step_), std::round(low_ / step_) + 1) * step_;
  }

  std::string draw() {
    svg_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" "
        "font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
        kWidth, kHeight);
    draw_axes();
    draw_curve(&EpochResult::training_loss, "#d95f02", "training");
    draw_curve(&EpochResult::validation_loss, "#1b6ca8", "validation");
    const EpochResult& best = epochs_[best_epoch(epochs_)];
    svg_ += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"7\" fill=\"none\" stroke=\"#1b6ca8\"/>\n"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">best: {:.5f} after epoch {}</text>\n</svg>\n",
        x(best.epoch), y(best.validation_loss), kRight, kTop + 50, best.validation_loss, best.epoch);
    return svg_;
  }

 private:
  double x(int epoch) const {
    const double last = std::max(2, epochs_.back().epoch);
    return kLeft + (kRight - kLeft) * (epoch - 1) / (last - 1);
  }
  double y(double loss) const { return kBottom - (kBottom - kTop) * (loss - low_) / (high_ - low_); }

  void draw_axes() {
    const int digits = std::max(0, static_cast<int>(std::ceil(-std::log10(step_) - 1e-9)));
    for (int i = 0; low_ + i * step_ < high_ + step_ / 2; ++i) {
      const double loss = low_ + i * step_;
      svg_ += fmt::format(
          "<path d=\"M{} {:.1f}H{}\" stroke=\"#ddd\"/>"
          "<text x=\"{}\" y=\"{:.1f}\" text-anchor=\"end\">{:.{}f}</text>\n",
          kLeft, y(loss), kRight, kLeft - 8, y(loss) + 4, loss, digits);
    }
    const int last = epochs_.back().epoch;
    const int every = std::max(1, static_cast<int>(round_step(last, 12)));
    for (int epoch = 1; epoch <= last; ++epoch)
      if (epoch == 1 || epoch % every == 0)
        svg_ += fmt::format("<text x=\"{:.1f}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n", x(epoch),
                            kBottom + 20, epoch);
    svg_ += fmt::format(
        "<path d=\"M{0} {1}V{2}H{3}\" fill=\"none\" stroke=\"black\"/>\n"
        "<text x=\"{4}\" y=\"{5}\" text-anchor=\"middle\">epoch</text>\n"
        "<text transform=\"translate(20 {6}) rotate(-90)\" text-anchor=\"middle\">"
        "cross-entropy (nats a position)</text>\n",
        kLeft, kTop, kBottom, kRight, (kLeft + kRight) / 2, kBottom + 44, (kTop + kBottom) / 2);
  }

  void draw_curve(double EpochResult::*loss, const char* colour, const char* name) {
    std::string points;
    for (const EpochResult& epoch : epochs_) {
      points += fmt::format(" {:.1f},{:.1f}", x(epoch.epoch), y(epoch.*loss));
      svg_ += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>\n", x(epoch.epoch),
                          y(epoch.*loss), colour);
    }
    svg_ += fmt::format(
        "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>\n"
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"{}\">{}</text>\n",
        points.substr(1), colour, kRight, kTop + (loss == &EpochResult::training_loss ? 14 : 32), colour,
        name);
  }

  const std::vector<EpochResult>& epochs_;
  double low_ = 1e300, high_ = -1e300, step_ = 1;
  std::string svg_;
};

}  // namespace

std::string curves_svg(const std::vector<EpochResult>& epochs) { return Plot(epochs).draw(); }

}  // namespace tabiya::tools
