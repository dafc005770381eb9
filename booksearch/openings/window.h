// A window tells which start positions are wanted: those whose value lies in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

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

// The evidence that a candidate belongs to the wanted ones.
struct Membership {
  Judgement judgement;     // of the last stage in which it was searched
  std::size_t stage = 0;   // that stage
  double probability = 0;  // that it belongs, by the last stage of all
  bool belongs() const { return probability >= 0.5; }
};

// The choice of the candidates that are listed: the most certain ones, as many as wanted, none too close to another.
struct Selection {
  std::uint32_t wanted = 0;                                          // how many; 0: all
  std::function<std::uint64_t(std::uint32_t candidate)> order{};     // breaks ties; empty: by number
  std::function<bool(std::uint32_t a, std::uint32_t b)> are_near{};  // not both of them; may be empty
  // Tells the worth, more than 0, of a candidate that belongs. Candidates are then ordered by worth times
  // probability. May be empty.
  std::function<double(const Judgement& judgement)> worth{};
};

// Returns the candidates whose probability is larger than 0 and at least `least`, those that are most
// certain, or have the largest expected worth, first.
std::vector<std::uint32_t> choose(std::span<const Membership> memberships, const Selection& selection,
                                  double least);

}  // namespace tabiya::booksearch
