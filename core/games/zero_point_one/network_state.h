// What the network evaluation keeps along a line of play.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/position.h"

namespace tabiya::zero_point_one {

// One side's accumulator; only the first `width` numbers are in use.
struct alignas(kCacheLine) Accumulator {
  std::array<std::int16_t, kMaxNetworkWidth> numbers;

  Accumulator() {}  // indeterminate, for speed
  std::int16_t* data() { return numbers.data(); }
  const std::int16_t* data() const { return numbers.data(); }
};

// A piece on a square, or in a hand: the `at`-th of its kind.
struct Placement {
  Side owner;
  Kind kind;
  bool in_hand;
  std::uint8_t at;
};

// What a move changes: at most a piece less here and one more there, twice.
struct Change {
  std::array<Placement, 2> removed;
  std::array<Placement, 2> added;
  std::uint8_t removed_count = 0;
  std::uint8_t added_count = 0;

  void remove(Placement placement) { removed[removed_count++] = placement; }
  void add(Placement placement) { added[added_count++] = placement; }
};

// For each square that a side's wazir may stand on, the accumulator of the last position that was seen with
// it there. When the wazir moves, all its side's features change; but the position is seldom far from one
// that was met with the wazir on the same square, and only the difference needs rows.
struct RefreshCache {
  struct Entry {
    Accumulator accumulator;
    std::array<std::array<Bitboard, kKinds>, kSides> pieces;
    std::array<Hand, kSides> hands;
    bool filled = false;
  };

  const PackedNetwork* network = nullptr;  // that the entries are for
  std::array<std::array<Entry, Board::kSquares>, kSides> entries;
};

// The cache of a state that is the root of a line. A copy of the state begins without one: so every search
// has its own, whoever made its root.
class CacheOwner {
 public:
  CacheOwner() = default;
  CacheOwner(const CacheOwner&) {}
  CacheOwner& operator=(const CacheOwner&) { return *this; }  // keeps its own: an entry says what it holds

  RefreshCache& get(const PackedNetwork& network) const {
    if (!cache_ || cache_->network != &network) {
      cache_ = std::make_unique_for_overwrite<RefreshCache>();
      cache_->network = &network;
    }
    return *cache_;
  }

 private:
  mutable std::unique_ptr<RefreshCache> cache_;
};

// Lazy: a state notes what its move changed, and sums rows when a value is asked for. It then looks back to
// the nearest ancestor whose accumulator was needed too.
struct NetworkState {
  std::array<Accumulator, kSides> accumulators;  // of those sides that are `ready`
  std::array<bool, kSides> ready{};
  std::array<bool, kSides> wazir_moved{};  // by the last move
  Change change;                           // of the last move
  const NetworkState* parent = nullptr;    // null at the root of a line
  const NetworkState* root = nullptr;      // of the line; null if it is this state
  CacheOwner cache;                        // of the root
};

}  // namespace tabiya::zero_point_one
