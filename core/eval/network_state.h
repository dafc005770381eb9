// The state that the network evaluation keeps along a line of play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/eval/features.h"
#include "core/eval/packed_network.h"

namespace tabiya {

// One side's accumulator; only the first `width` numbers are in use.
struct alignas(kCacheLine) Accumulator {
  std::array<std::int16_t, kMaxNetworkWidth> numbers;

  Accumulator() {}  // indeterminate, for speed
  std::int16_t* data() { return numbers.data(); }
  const std::int16_t* data() const { return numbers.data(); }
};

// The cache holds, for each king bucket of a side, the accumulator of the last position seen in it. When the
// bucket changes, all features of the side change; but the position is seldom far from one seen in the same
// bucket, and only the difference needs rows.
template <FeatureSet F>
struct RefreshCache {
  struct Entry {
    Accumulator accumulator;
    typename F::Board board;
    bool filled = false;
  };

  const PackedNetwork* network = nullptr;  // that the entries are for
  std::array<std::array<Entry, F::kKingBuckets>, 2> entries;
};

// The cache of a state that is the root of a line. A copy of the state begins without one: so every search
// has its own, whoever made its root.
template <FeatureSet F>
class CacheOwner {
 public:
  CacheOwner() = default;
  CacheOwner(const CacheOwner&) {}
  CacheOwner& operator=(const CacheOwner&) { return *this; }  // keeps its own: an entry says what it holds

  RefreshCache<F>& get(const PackedNetwork& network) const {
    if (!cache_ || cache_->network != &network) {
      cache_ = std::make_unique_for_overwrite<RefreshCache<F>>();
      cache_->network = &network;
    }
    return *cache_;
  }

 private:
  mutable std::unique_ptr<RefreshCache<F>> cache_;
};

// Lazy: a state notes what its move changed, and sums rows when a value is asked for. It then looks back to
// the nearest ancestor whose accumulator was needed too.
template <FeatureSet F>
struct NetworkState {
  std::array<Accumulator, 2> accumulators;  // of those sides that are `ready`
  std::array<bool, 2> ready{};
  FeatureChange<typename F::PieceSquare, F::kMostChanged> change;  // of the last move
  const NetworkState* parent = nullptr;                            // null at the root of a line
  const NetworkState* root = nullptr;                              // of the line; null if it is this state
  CacheOwner<F> cache;                                             // of the root
};

}  // namespace tabiya
