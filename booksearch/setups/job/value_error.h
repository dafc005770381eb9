// The standard error of an entry tells how far its value is from that of a much deeper look at the pair,
// which is an analysis of 100 times the nodes of the reply's search (`tabiya bench values` measures it).
//
// A search and one that is two plies deeper share the evaluation of mostly the same positions, so they agree
// with each other far better than with the truth: a walk by the changes from depth to depth (drift.h)
// understates the error two to four times. But networks whose values change more are further off, in about
// the same proportion, and depth matters little for the rest: entries of depth 4 and 10 of one network are
// off by 0.15 and 0.13 logit. So the error is a multiple of the change that two plies bring to the rows of
// the job, and a share of the value besides, since reds that are far from even look less so in short
// searches.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>

#include "booksearch/setups/job/drift.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

class ValueErrors {
 public:
  // `data` must not have proven values. Its order does not matter.
  explicit ValueErrors(std::span<const ValueChange> data);

  // Returns the error of a value that was found at `depth`, logit x 10,000; nothing without data, and for a
  // proven value.
  std::optional<std::uint32_t> of(int depth, Score red_value) const;

  // These were fitted to three networks (booksearch/HISTORY.md says how): the error in changes of two plies,
  // and as a share of the value.
  static constexpr double kOfChange = 4.0;
  static constexpr double kOfValue = 0.25;

 private:
  std::map<int, double>
      changes_;  // the mean square of what two plies change, by the depth that they begin at
};

}  // namespace tabiya::booksearch
