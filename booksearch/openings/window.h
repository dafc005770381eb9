// A window tells which start positions are wanted: those whose value lies in it.
#pragma once

#include "booksearch/openings/judgement.h"

namespace tabiya::booksearch {

// The measured part of a judgement: the score in the judge's unit; or, in per cent, the chances of a draw, or
// the chances of a win and half of those of a draw.
enum class Measure { kScore, kDrawRate, kExpectedScore };

double value_of(const Judgement& judgement, Measure measure);

// Returns the value on a scale on which deeper searches change values about as much everywhere: scores as
// they are, per cent as log-odds. In per cent, nearly sure values hardly change, and one deviation for all
// would have nearly everything searched again.
double coordinate_of(double value, Measure measure);

struct Window {
  Measure measure = Measure::kScore;
  double low = 0, high = 0;  // values; both included
  bool either_side = false;  // values that are as good for the other side belong as well

  bool contains(double value) const;
  // Returns the probability that a value belongs if its coordinate is normally distributed. With a deviation
  // of 0 it is 1 or 0.
  double probability(double mean, double deviation) const;
  // Returns half of the distance between the edges, in coordinates.
  double half_width() const;
};

}  // namespace tabiya::booksearch
