// The evaluation of a game's positions by a network, and the state that it keeps up to date along a line of play.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>

#include "codec/result.h"
#include "core/eval/features.h"
#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"
#include "core/search/score.h"

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

// Rows to add and to remove, as one side sees the pieces.
template <FeatureSet F>
class RowChanges {
 public:
  using PieceSquare = typename F::PieceSquare;

  RowChanges(const PackedNetwork& network, int side, int bucket)
      : network_(network), side_(side), bucket_(bucket) {}

  void add(const PieceSquare& piece_square) { added_[added_count_++] = row(piece_square); }
  void remove(const PieceSquare& piece_square) { removed_[removed_count_++] = row(piece_square); }
  void note(const FeatureChange<PieceSquare, F::kMostChanged>& change) {
    for (int i = 0; i < change.removed_count; ++i) remove(change.removed[i]);
    for (int i = 0; i < change.added_count; ++i) add(change.added[i]);
  }

  void apply(const Kernel& kernel, const std::int16_t* from, std::int16_t* to) const {
    kernel.accumulate(to, from, added_.data(), added_count_, removed_.data(), removed_count_);
  }

 private:
  const std::int16_t* row(const PieceSquare& piece_square) const {
    return network_.row(F::feature(side_, bucket_, piece_square));
  }

  const PackedNetwork& network_;
  const int side_;
  const int bucket_;
  std::array<const std::int16_t*, kMaxActiveFeatures> added_;
  std::array<const std::int16_t*, kMaxActiveFeatures> removed_;
  int added_count_ = 0;
  int removed_count_ = 0;
};

// An evaluation as EvaluatorOf (core/search/rules.h) has it.
template <FeatureSet F>
class NetworkEvaluation {
 public:
  using Position = typename F::Position;
  using Move = typename F::Move;
  using State = NetworkState<F>;
  static constexpr bool kAreValuesWorthRemembering = requires { requires F::kAreValuesWorthRemembering; };

  // `network` has passed check_features() and must outlive the evaluation.
  NetworkEvaluation(const PackedNetwork& network, const KernelSet& kernels)
      : network_(&network), kernel_(&kernels.for_width(network.width())) {}

  void reset(const Position& position, State& state) const {
    state.parent = nullptr;
    state.root = nullptr;
    state.ready = {};
    for (int side = 0; side < 2; ++side) {
      if (!F::has_king_bucket(position, side)) continue;
      std::array<const std::int16_t*, kMaxActiveFeatures> rows;
      const FeatureList features = list_features<F>(position, side);
      const std::span<const Feature> list = features;
      std::ranges::transform(list, rows.begin(), [&](Feature feature) { return network_->row(feature); });
      kernel_->accumulate(state.accumulators[side].data(), network_->bias(), rows.data(),
                          static_cast<int>(list.size()), nullptr, 0);
      state.ready[side] = true;
    }
  }

  void update(const Position& before, const State& parent, Move move, const Position&, State& state) const {
    state.parent = &parent;
    state.root = parent.root ? parent.root : &parent;
    state.ready = {};
    state.change = F::change(before, move);
  }

  Score value(const Position& position, State& state) const {
    if (const auto value = F::value_without_king(position)) return *value;
    const int mover = F::side_to_move(position);
    for (int side = 0; side < 2; ++side) {
      if (!state.ready[side]) make_ready(position, side, state);
    }
    return kernel_->forward(network_->layers(), state.accumulators[mover].data(),
                            state.accumulators[1 - mover].data());
  }

  std::uint64_t fingerprint() const { return network_->fingerprint(); }
  const PackedNetwork& network() const { return *network_; }
  const Kernel& kernel() const { return *kernel_; }

 private:
  // A longer way back to an accumulator is dearer than a refresh.
  static constexpr int kMaxPliesBack = std::min(8, kMaxActiveFeatures / F::kMostChanged);

  void make_ready(const Position& position, int side, State& state) const {
    RowChanges<F> rows(*network_, side, F::king_bucket(position, side));
    const State* ancestor = &state;
    for (int plies = 0; !ancestor->ready[side]; ++plies) {
      if (ancestor->parent == nullptr || ancestor->change.king_bucket_changed[side] ||
          plies == kMaxPliesBack) {
        return refresh(position, side, state);
      }
      rows.note(ancestor->change);
      ancestor = ancestor->parent;
    }
    rows.apply(*kernel_, ancestor->accumulators[side].data(), state.accumulators[side].data());
    state.ready[side] = true;
  }

  void refresh(const Position& position, int side, State& state) const {
    const int bucket = F::king_bucket(position, side);
    RefreshCache<F>& cache = (state.root ? *state.root : state).cache.get(*network_);
    auto& entry = cache.entries[side][bucket];
    if (!entry.filled) {
      entry.board = {};
      std::copy_n(network_->bias(), network_->width(), entry.accumulator.data());
      entry.filled = true;
    }
    RowChanges<F> rows(*network_, side, bucket);
    F::update(position, side, entry.board, rows);
    rows.apply(*kernel_, entry.accumulator.data(), entry.accumulator.data());
    std::copy_n(entry.accumulator.data(), network_->width(), state.accumulators[side].data());
    state.ready[side] = true;
  }

  const PackedNetwork* network_;
  const Kernel* kernel_;
};

}  // namespace tabiya
