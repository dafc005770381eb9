// The drift of values from one stage to a later one is what a shallow search leaves open. This is the
// counterpart of drift.h for stages whose limits are not plies (nodes have no common unit with them), so each
// stage has a fit of its own: the value of the next one is a + b · value, give or take a deviation. It is fitted
// to the candidates that were searched in both, most of them near the edges of the window. Choosing them by
// the earlier value does not bias a regression on it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tabiya::booksearch {

// The values of one candidate in a stage and in the next one.
struct Change {
  double before = 0;
  double after = 0;
};

struct Expectation {
  double mean = 0;
  double deviation = 0;
};

class StageDrift {
 public:
  // changes[i] holds the changes of the candidates that were searched in stages i and i + 1. If there are
  // few, values stay as they are, give or take `prior_deviation`.
  StageDrift(std::span<const std::vector<Change>> changes, double prior_deviation);

  // Returns the expected value in the last stage of a candidate that had `value` in `stage`.
  Expectation expectation(std::size_t stage, double value) const;

  // Returns the deviation of the changes to the last stage; 0 if there is only one stage.
  double last_deviation() const;

 private:
  struct LinearFit {
    double at = 0;  // the mean of the values before
    double constant = 0, slope = 1, variance = 0;
  };
  static LinearFit fit(std::span<const Change> changes, double prior_deviation);

  std::vector<LinearFit> fits_;
};

}  // namespace tabiya::booksearch
