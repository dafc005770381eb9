// The drift of a red's value when it is searched more deeply. It is what a search to some depth leaves open.
//
// The model is a random walk with one mean and one variance for plies that begin at an even depth and another
// for those that begin at an odd one, since a search that ends with Red's move sees things differently from
// one that ends with Blue's. It is fitted to the job's own rows, to reds that were searched to two depths.
// These reds were chosen for their good values, and the model includes that: chosen reds disappoint on
// average. A walk forgets nothing, so over many plies it overstates the deviation where deeper searches
// return to the same value; a model that says how fast they do would need more depths than most jobs have.
#pragma once

#include <array>
#include <span>

#include "core/search/score.h"

namespace tabiya::booksearch {

// The change of a red's value when it was searched again, more deeply. Values are of red, logit x 10,000.
struct ValueChange {
  int from = 0;  // depths, in plies
  int to = 0;
  Score amount = 0;       // of the change
  Score improvement = 0;  // of the new reply over the old one, at the new depth: 0 or more
};

class DriftModel {
 public:
  // Fits the model to `data`, which must not have proven values. Without data, the model is the prior: no
  // mean, and a deviation of kPriorDeviation a ply.
  explicit DriftModel(std::span<const ValueChange> data);

  static constexpr double kPriorDeviation = 1'000;

  // The mean and the deviation of the change of value between two depths, from <= to.
  double mean(int from, int to) const;
  double deviation(int from, int to) const;

  // Returns how much worse the reply found at one depth is expected to be than that found at the other.
  double reply_loss(int from, int to) const;

 private:
  using PerPly = std::array<double, 2>;  // for plies that begin at an even depth, and at an odd one
  static double sum(const PerPly& per_ply, int from, int to);

  PerPly mean_{};
  PerPly variance_{};
  PerPly reply_loss_{};
};

}  // namespace tabiya::booksearch
