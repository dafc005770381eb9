// Which start positions are wanted: those whose value lies in a window.
#pragma once

#include "booksearch/openings/judgement.h"

namespace tabiya::booksearch {

// What of a judgement is looked at: the score in the judge's unit; or, in per cent, the chances of a draw, or
// the chances of a win and half of those of a draw.
enum class Measure { kScore, kDrawRate, kExpectedScore };

double value_of(const Judgement& judgement, Measure measure);

struct Window {
  Measure measure = Measure::kScore;
  double low = 0, high = 0;  // both included
  bool either_side = false;  // values that are as good for the other side belong as well

  bool contains(double value) const;
  // That a value belongs which is normally distributed.
  double probability(double mean, double deviation) const;

 private:
  double mirrored(double value) const;  // as the other side sees it
};

}  // namespace tabiya::booksearch
