#include "booksearch/openings/stage_drift.h"

#include <cmath>

namespace tabiya::booksearch {

StageDrift::StageDrift(std::span<const std::vector<Change>> changes, double prior_deviation) {
  for (const std::vector<Change>& of_stage : changes) fits_.push_back(fit(of_stage, prior_deviation));
}

// Ridge regression about the means: the prior is a slope of 1, and counts like a few candidates.
StageDrift::LinearFit StageDrift::fit(std::span<const Change> changes, double prior_deviation) {
  constexpr double kPriorWeight = 4;
  const double prior_variance = prior_deviation * prior_deviation;
  const auto count = static_cast<double>(changes.size());
  double before = 0, after = 0;
  for (const Change& change : changes) {
    before += change.before / count;
    after += change.after / count;
  }
  double xx = kPriorWeight * prior_variance, xy = xx;
  for (const Change& change : changes) {
    xx += (change.before - before) * (change.before - before);
    xy += (change.before - before) * (change.after - after);
  }
  LinearFit result{before, before + (after - before) * count / (count + kPriorWeight), xx > 0 ? xy / xx : 1,
                   0};
  double squares = kPriorWeight * prior_variance;
  for (const Change& change : changes) {
    const double rest = change.after - result.constant - result.slope * (change.before - result.at);
    squares += rest * rest;
  }
  result.variance = squares / (count + kPriorWeight);
  return result;
}

Expectation StageDrift::expectation(std::size_t stage, double value) const {
  double mean = value, variance = 0;
  for (; stage < fits_.size(); ++stage) {
    const LinearFit& step = fits_[stage];
    mean = step.constant + step.slope * (mean - step.at);
    variance = step.slope * step.slope * variance + step.variance;
  }
  return {mean, std::sqrt(variance)};
}

double StageDrift::last_deviation() const { return fits_.empty() ? 0 : std::sqrt(fits_.back().variance); }

}  // namespace tabiya::booksearch
