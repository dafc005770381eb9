// A random sample of the positions that a search asks its evaluation about.
//
// Most of those are never reached in a game: they stand behind moves that turn out bad. A network that learns
// from positions of games alone misjudges them, and a search that picks the best of thousands of values walks
// into overrated ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"

namespace tabiya {

// A few of the positions that are offered, each with equal chances (Vitter's algorithm R).
template <class Position>
class PositionSample {
 public:
  // From now on up to `size` positions are drawn; `seed` decides which.
  void begin(std::size_t size, std::uint64_t seed) {
    size_ = size;
    random_ = Random(seed);
    seen_ = 0;
    drawn_.clear();
  }

  void offer(const Position& position) {
    if (size_ == 0) return;
    ++seen_;
    if (drawn_.size() < size_) return drawn_.push_back(position);
    const std::size_t place = random_.below(seen_);
    if (place < size_) drawn_[place] = position;
  }

  // The positions that were drawn. No more are drawn until the next begin().
  std::vector<Position> take() {
    size_ = 0;
    return std::move(drawn_);
  }

 private:
  std::size_t size_ = 0;
  std::uint32_t seen_ = 0;
  Random random_{0};
  std::vector<Position> drawn_;
};

}  // namespace tabiya
