// The answers to similar reds: likely answers to a red, learned from finished rows.
//
// A reply that is best against one red is often best against reds that differ from it in few places, whatever
// the static evaluation says (README.md). Distance is the number of places in which the names of two setups
// differ; a row stands for its mirror image as well.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "booksearch/setups/rows/row_search.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// Threads may share it.
class NearAnswers {
 public:
  // The order of the examples, each red once, decides between reds at the same distance.
  NearAnswers(const SetupSpace& reds, const SetupSpace& blues, std::span<const Answered> examples);

  // Returns the first `count` different answers, those to the nearest reds first; fewer if there are no more.
  // Answers to the red itself or to its mirror image do not count.
  std::vector<SetupId> of(SetupId red, std::size_t count) const;

 private:
  const SetupSpace& reds_;
  std::vector<Answered> examples_;  // and their mirror images
  std::size_t width_ = 0;           // letters of the longest name
  std::vector<char> names_;         // of the reds, one after the other
};

}  // namespace tabiya::booksearch
