// Which start positions are wanted: those whose value lies in a window.
#pragma once

#include "booksearch/openings/judgement.h"

namespace tabiya::booksearch {

// What of a judgement is looked at: the score in the judge's unit; or, in per cent, the chances of a draw, or
// the chances of a win and half of those of a draw.
enum class Measure { kScore, kDrawRate, kExpectedScore };

double value_of(const Judgement& judgement, Measure measure);

// The value on a scale on which values change about as much everywhere when they are searched more deeply:
// scores as they are, per cent as log-odds. In per cent, what is nearly sure hardly changes, and one
// deviation for all would have nearly everything searched again.
double coordinate_of(double value, Measure measure);

struct Window {
  Measure measure = Measure::kScore;
  double low = 0, high = 0;  // values; both included
  bool either_side = false;  // values that are as good for the other side belong as well

  bool contains(double value) const;
  // That a value belongs whose coordinate is normally distributed. A deviation of 0: whether it belongs.
  double probability(double mean, double deviation) const;
  // Half of the distance between the edges, in coordinates.
  double half_width() const;
};

}  // namespace tabiya::booksearch
