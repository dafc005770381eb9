// Which positions a search asks its evaluation about, a few of them drawn at random.
//
// Most of those are never reached in a game: they stand behind moves that turn out bad. A network that learns
// from positions of games alone misjudges them, and a search that picks the best of thousands of values
// walks into what is overrated.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/random.h"
#include "core/search/score.h"

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

  // What was drawn. No more is drawn until the next begin().
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

// Offers every position whose value is asked for, and evaluates as E does. `sample` outlives it.
template <class E, class Position>
class SampledEvaluation {
 public:
  using State = typename E::State;

  SampledEvaluation(const E& evaluation, PositionSample<Position>& sample)
      : evaluation_(evaluation), sample_(&sample) {}

  void reset(const Position& position, State& state) const { evaluation_.reset(position, state); }
  template <class Move>
  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const {
    evaluation_.update(before, parent, move, after, state);
  }
  Score value(const Position& position, State& state) const {
    sample_->offer(position);
    return evaluation_.value(position, state);
  }
  std::uint64_t fingerprint() const { return evaluation_.fingerprint(); }

 private:
  E evaluation_;
  PositionSample<Position>* sample_;
};

}  // namespace tabiya
