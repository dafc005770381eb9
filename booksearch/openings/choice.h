// The choice of the candidates that are listed: the most certain ones, as many as wanted, none too close to
// another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "booksearch/openings/judgement.h"

namespace tabiya::booksearch {

// The evidence that a candidate belongs to the wanted ones.
struct Membership {
  Judgement judgement;     // of the last stage in which it was searched
  std::size_t stage = 0;   // that stage
  double probability = 0;  // that it belongs, by the last stage of all
  bool belongs() const { return probability >= 0.5; }
};

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
