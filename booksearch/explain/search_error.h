// The error of a search, estimated from the changes of its value from one depth to the next.
#pragma once

#include <optional>
#include <vector>

#include "core/game/game_engine.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

class SearchError {
 public:
  // Adds an iteration that the search reports; the last one of a depth counts.
  void add(const GameSearchResult& iteration);

  // Returns the root mean square of the last kChanges changes, in logit x 10,000. It is 0 for a proved value;
  // nothing before two depths have values that are not proved.
  std::optional<Score> error() const;

  static constexpr std::size_t kChanges = 3;

 private:
  struct Iteration {
    int depth;
    Score score;
  };
  std::vector<Iteration> iterations_;
};

// Returns the error of the difference between the results of two searches whose errors are independent;
// nothing if one of them is not known.
std::optional<Score> error_of_difference(std::optional<Score> a, std::optional<Score> b);

}  // namespace tabiya::booksearch
