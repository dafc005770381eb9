// The calibration gives each entry its value and standard error, by much deeper looks at some entries of the job.
//
// Rows compare the replies to one red: all are searched by the same rule, to the same depth, without what a search
// learns of its evaluation's errors on the way. That is fair, but their values are not what a long analysis finds:
// they are too near to even, and the reds that look best are those whose values err upwards. So the job looks at a
// sample of its entries with 40 times the nodes that the search of the reply takes (PairSearcher::look()), and fits
//
//   look - value = a + b * value + a_depth + b_depth * (value - mean_depth) + noise,
//   variance of the noise = f_depth * (s^2 + (c * value)^2)
//
// Some entries get an even deeper look, too, of 100 times the nodes. What it finds beyond the first one is a line as well,
//
//   deepest - look = a' + b' * (value - mean) + noise
//
// whose noise is smaller, so that few such pairs say what many looks leave open. (Multilevel Monte Carlo does the same:
// Giles, "Multilevel Monte Carlo path simulation", Operations Research 56, 2008.) An entry gets its value plus both fitted
// differences. Its standard error is the distance from the deepest look: the deviation of the noise, times a factor that is
// fitted to these. All are Bayesian estimates, so that few looks change little: the priors are such as books of three
// networks have them (booksearch/HISTORY.md). In one depth the order of values stays as it is.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "core/book/book.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

// An entry, and what a much deeper look at its pair found. Red values, logit x 10,000.
struct ValueLook {
  int depth = 0;  // of its row, in plies
  Score value = 0;
  Score found = 0;
  std::optional<Score> deepest{};  // by an even deeper look, where there was one
};

class ValueCalibration {
 public:
  // Without looks, values stay as they are, and errors are those of the priors. Looks in which the row's
  // value or theirs is proven are left out, and deepest ones that are proven. Their order does not matter.
  explicit ValueCalibration(std::span<const ValueLook> looks = {});

  // Returns the value of a row, as the deepest looks are expected to find it. A proven one stays.
  Score calibrated(int depth, Score value) const;

  // Returns the standard error of that, logit x 10,000; nothing for a proven value.
  std::optional<std::uint32_t> error(int depth, Score value) const;

  // Gives a book whose values are those of rows these values and errors.
  void apply_to(Book& book) const;

 private:
  struct Point;  // a usable look

  static std::vector<Point> points_of(std::span<const ValueLook> looks);
  void fit_lines(std::span<const Point> points, const std::map<int, std::vector<Point>>& by_depth);
  void fit_noise(std::span<const Point> points, const std::map<int, std::vector<Point>>& by_depth);
  void fit_deepest(std::span<const Point> points);
  double to_look(int depth, double value) const;
  double shift(int depth, double value) const;
  double variance(int depth, double value) const;

  // All in logit.
  struct LinearFit {
    double offset = 0, slope = 0;
    double middle = 0;  // the value at which it has that offset

    double at(double value) const { return offset + slope * (value - middle); }
  };
  LinearFit line_{};                       // a + b * value
  double noise_ = 0, noise_of_value_ = 0;  // s^2 and c^2
  std::map<int, LinearFit> lines_{};       // by depth: a_depth + b_depth * (value - mean_depth)
  std::map<int, double> factors_{};        // by depth: f_depth
  LinearFit further_{};                    // from looks to the deepest ones: a' + b' * (value - mean)
  double deepest_ = 1;                     // the variance of the deepest looks, in that of the others
};

}  // namespace tabiya::booksearch
