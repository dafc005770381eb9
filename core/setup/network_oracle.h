// The PairOracle of a game with a network, in which Red makes the first move after the setup phase.
//
// The static value of a pair is the network's evaluation after both setups. A side sees its own pieces and
// the other's by the king bucket that its own setup gives it, and by nothing else of its setup. So its
// accumulator is the sum of an own part, which depends on its setup alone, and of the other setup's part for
// that king bucket. The blues' parts are made once: their own, and for each king bucket of Red's, when the
// first such red comes, what Red sees of them. A red's parts are made when it is chosen (its own), and when
// the first blue with some king bucket is looked at (what that blue sees of it). What remains for a pair is
// an addition and the small layers, which the kernel does for 16 pairs at a time.
//
// A losing red costs the parts of a handful of king buckets and one or two tiles; the alternative, updating
// parts from one red to the next, would tie the oracle to the order in which reds come, and saves little.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <utility>
#include <vector>

#include "core/eval/features.h"
#include "core/eval/kernels/tile_order.h"
#include "core/eval/network_evaluation.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/pair_search.h"
#include "core/setup/pair_tiles.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

// The features of setups, as a value that is cheap to copy; for games whose rules are known when the program is compiled,
// their FeatureSet itself. A `side` is 0 for Red, 1 for Blue.
template <class V>
concept SetupFeatures = std::copyable<V> &&
    requires(const V& views, SetupId id, int side, int king_bucket, const typename V::Setup& setup) {
  { V::kSetupKingBuckets } -> std::convertible_to<int>;  // how many king buckets a setup can give its owner
  { views.unrank(side, id) } -> std::same_as<typename V::Setup>;
  { views.setup_king_bucket(side, setup) } -> std::same_as<int>;  // 0 … kSetupKingBuckets - 1
  // The features of the setup of `side`, in the king bucket that the setup gives its side.
  { views.own_features(side, setup) } -> std::same_as<FeatureList>;
  // The features of the setup of `side`, in a king bucket of the other side.
  { views.seen_features(side, setup, king_bucket) } -> std::same_as<FeatureList>;
};

// The parts of a setup in the accumulators of both sides, before the first move.
template <SetupFeatures V>
class SetupParts {
 public:
  SetupParts(const PackedNetwork& network, const Kernel& kernel, const V& views)
      : network_(&network), kernel_(&kernel), views_(views) {}

  const V& views() const { return views_; }

  // The part in the accumulator of the setup's owner, with the feature transformer's bias. `part` has room
  // for the width.
  void own(int side, const typename V::Setup& setup, std::int16_t* part) const {
    sum(network_->bias(), views_.own_features(side, setup), part);
  }

  // The part in the accumulator of the other side, who has that king bucket.
  void seen(int side, const typename V::Setup& setup, int king_bucket, std::int16_t* part) const {
    alignas(kCacheLine) static constexpr std::array<std::int16_t, kMaxNetworkWidth> kZero{};
    sum(kZero.data(), views_.seen_features(side, setup, king_bucket), part);
  }

 private:
  void sum(const std::int16_t* from, std::span<const Feature> features, std::int16_t* part) const {
    std::array<const std::int16_t*, kMaxActiveFeatures> rows;
    std::ranges::transform(features, rows.begin(), [&](Feature feature) { return network_->row(feature); });
    kernel_->accumulate(part, from, rows.data(), static_cast<int>(features.size()), nullptr, 0);
  }

  const PackedNetwork* network_;
  const Kernel* kernel_;
  V views_;
};

inline constexpr int kRedSide = 0, kBlueSide = 1;
inline constexpr int kPartBias = 1 << 15;  // see PairTile

template <FeatureSet F, SetupFeatures V>
class NetworkBlues final : public PreparedBlues {
 public:
  using Setup = typename V::Setup;

  NetworkBlues(const NetworkEvaluation<F>& evaluation, const V& views, std::span<const SetupId> blues)
      : evaluation_(evaluation),
        parts_(evaluation.network(), evaluation.kernel(), views),
        ids_(blues.begin(), blues.end()) {
    setups_.reserve(blues.size());
    std::vector<std::uint8_t> king_buckets;
    for (SetupId blue : blues) {
      setups_.push_back(views.unrank(kBlueSide, blue));
      king_buckets.push_back(static_cast<std::uint8_t>(views.setup_king_bucket(kBlueSide, setups_.back())));
    }
    tiling_ = cut_into_tiles(king_buckets);
    own_ = tile_parts([&](const Setup& setup, std::int16_t* part) { parts_.own(kBlueSide, setup, part); });
  }

  std::unique_ptr<PairScorer> scorer() const override;

  const Tiling& tiling() const { return tiling_; }
  SetupId id(std::uint32_t index) const { return ids_[index]; }
  const NetworkEvaluation<F>& evaluation() const { return evaluation_; }
  const SetupParts<V>& parts() const { return parts_; }
  std::size_t tile_size() const { return std::size_t{kTileLanes} * evaluation_.network().width(); }

  // The blues' own parts, in the order of the tiles.
  const std::uint16_t* own() const { return own_.data(); }
  const std::uint16_t* seen_by(int red_bucket) const {
    SeenParts& seen = seen_[static_cast<std::size_t>(red_bucket)];
    std::call_once(seen.made, [&] {
      seen.numbers = tile_parts(
          [&](const Setup& setup, std::int16_t* part) { parts_.seen(kBlueSide, setup, red_bucket, part); });
    });
    return seen.numbers.data();
  }

 private:
  struct SeenParts {
    std::once_flag made;
    AlignedVector<std::uint16_t> numbers;
  };

  // The part of each blue that make(setup, part) makes, in tile order.
  template <class Make>
  AlignedVector<std::uint16_t> tile_parts(Make make) const {
    AlignedVector<std::uint16_t> numbers(tiling_.tiles.size() * tile_size());
    AlignedVector<std::int16_t> part(evaluation_.network().width());
    std::uint16_t* tile_numbers = numbers.data();
    for (const Tile& tile : tiling_.tiles) {
      for (int lane = 0; lane < kTileLanes && tile.blues[lane] != Tile::kEmpty; ++lane) {
        make(setups_[tile.blues[lane]], part.data());
        for (int i = 0; i < static_cast<int>(part.size()); ++i) {
          tile_numbers[tile_index(lane, i)] = static_cast<std::uint16_t>(part[i] + kPartBias);
        }
      }
      tile_numbers += tile_size();
    }
    return numbers;
  }

  const NetworkEvaluation<F>& evaluation_;
  SetupParts<V> parts_;
  std::vector<SetupId> ids_;
  std::vector<Setup> setups_;
  Tiling tiling_;
  AlignedVector<std::uint16_t> own_;
  mutable std::array<SeenParts, V::kSetupKingBuckets> seen_;  // by Red's king bucket
};

template <FeatureSet F, SetupFeatures V>
class NetworkScorer final : public PairScorer {
 public:
  using Setup = typename V::Setup;

  explicit NetworkScorer(const NetworkBlues<F, V>& blues)
      : blues_(blues),
        width_(blues.evaluation().network().width()),
        part_(width_),
        own_(width_),
        seen_(V::kSetupKingBuckets * width_) {}

  void set_red(SetupId red) override {
    const V& views = blues_.parts().views();
    red_ = views.unrank(kRedSide, red);
    blues_.parts().own(kRedSide, red_, part_.data());
    store_part(own_.data());
    seen_ready_ = {};
    blues_seen_ = blues_.seen_by(views.setup_king_bucket(kRedSide, red_));
  }

  void evaluate(std::uint32_t first, std::span<Score> values) override {
    const auto last = static_cast<std::uint32_t>(first + values.size());
    for_each_tile(first, last, [&](const Tile& tile, const Values& scores) {
      for (int lane = 0; lane < kTileLanes; ++lane) {
        if (is_within(tile.blues[lane], first, last)) values[tile.blues[lane] - first] = scores[lane];
      }
      return true;
    });
  }

  RowMinimum minimum(std::uint32_t first, std::uint32_t last, Score cutoff) override {
    RowMinimum row;
    for_each_tile(first, last, [&](const Tile& tile, const Values& scores) {
      row.evaluated += count_within(tile, first, last);
      if (smallest(scores) <= row.red_value) update(row, tile, scores, first, last);
      return row.red_value >= cutoff;
    });
    return row;
  }

 private:
  using Values = std::array<Score, kTileLanes>;

  static bool is_within(std::uint32_t blue, std::uint32_t first, std::uint32_t last) {
    return blue >= first && blue < last;
  }

  static std::uint32_t count_within(const Tile& tile, std::uint32_t first, std::uint32_t last) {
    std::uint32_t count = 0;
    for (const std::uint32_t blue : tile.blues) count += is_within(blue, first, last) ? 1 : 0;
    return count;
  }

  static Score smallest(const Values& scores) {
    Score smallest = scores[0];
    for (const Score score : scores) smallest = std::min(smallest, score);
    return smallest;
  }

  void update(RowMinimum& row, const Tile& tile, const Values& scores, std::uint32_t first,
              std::uint32_t last) const {
    for (int lane = 0; lane < kTileLanes; ++lane) {
      if (!is_within(tile.blues[lane], first, last)) continue;
      const SetupId blue = blues_.id(tile.blues[lane]);
      if (std::pair(scores[lane], blue) >= std::pair(row.red_value, row.blue)) continue;
      row.red_value = scores[lane];
      row.blue = blue;
    }
  }

  // Calls visit(tile, values) for the tiles with blues in [first, last), until it returns false.
  template <class Visit>
  void for_each_tile(std::uint32_t first, std::uint32_t last, Visit visit) {
    const Tiling& tiling = blues_.tiling();
    auto chunk = std::ranges::upper_bound(tiling.chunks, first, {}, &Chunk::last_blue);
    for (; chunk != tiling.chunks.end() && chunk->first_blue < last; ++chunk) {
      const bool whole = chunk->first_blue >= first && chunk->last_blue <= last;
      for (std::uint32_t t = chunk->first_tile; t < chunk->last_tile; ++t) {
        const Tile& tile = tiling.tiles[t];
        const auto wanted = [&](std::uint32_t blue) { return is_within(blue, first, last); };
        if (!whole && std::ranges::none_of(tile.blues, wanted)) continue;
        if (!visit(tile, evaluate_tile(t))) return;
      }
    }
  }

  Values evaluate_tile(std::uint32_t t) {
    const Tile& tile = blues_.tiling().tiles[t];
    const std::size_t at = t * blues_.tile_size();
    std::array<const std::uint16_t*, kTileLanes> red_seen;
    for (int lane = 0; lane < kTileLanes; ++lane) red_seen[lane] = seen_part(tile.king_buckets[lane]);
    const PairTile pairs{own_.data(), blues_seen_ + at, red_seen.data(), blues_.own() + at, tile.mixed};
    Values values;
    blues_.evaluation().kernel().forward_tile(blues_.evaluation().network().layers(), pairs, values.data());
    return values;
  }

  // The part of the red in the accumulator of a blue with this king bucket.
  const std::uint16_t* seen_part(std::uint8_t king_bucket) {
    std::uint16_t* part = seen_.data() + king_bucket * width_;
    if (!seen_ready_[king_bucket]) {
      blues_.parts().seen(kRedSide, red_, king_bucket, part_.data());
      store_part(part);
      seen_ready_[king_bucket] = true;
    }
    return part;
  }

  void store_part(std::uint16_t* to) const {
    std::ranges::transform(part_, to,
                           [](std::int16_t n) { return static_cast<std::uint16_t>(kPartBias - n); });
  }

  const NetworkBlues<F, V>& blues_;
  const std::size_t width_;
  Setup red_{};
  AlignedVector<std::int16_t> part_;   // being made
  AlignedVector<std::uint16_t> own_;   // the red's own part
  AlignedVector<std::uint16_t> seen_;  // for each king bucket of Blue's; made when first needed
  std::array<bool, V::kSetupKingBuckets> seen_ready_{};
  const std::uint16_t* blues_seen_ = nullptr;  // by this red
};

template <FeatureSet F, SetupFeatures V>
std::unique_ptr<PairScorer> NetworkBlues<F, V>::scorer() const {
  return std::make_unique<NetworkScorer<F, V>>(*this);
}

template <GameRules R, FeatureSet F, SetupFeatures V = F, SetupsOf<R> S = SetupsOfRules<R>>
class NetworkOracle final : public SearchingOracle<R, NetworkEvaluation<F>, S> {
 public:
  // `network` has passed check_features().
  NetworkOracle(std::shared_ptr<const PackedNetwork> network, const KernelSet& kernels, const V& views = {},
                const S& setups = {})
      : SearchingOracle<R, NetworkEvaluation<F>, S>({*network, kernels}, setups),
        network_(std::move(network)),
        views_(views) {}
  NetworkOracle(const NetworkOracle&) = delete;
  NetworkOracle& operator=(const NetworkOracle&) = delete;

  std::uint32_t red_group(SetupId red) const override {
    return static_cast<std::uint32_t>(views_.setup_king_bucket(kRedSide, views_.unrank(kRedSide, red)));
  }
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override {
    return std::make_unique<NetworkBlues<F, V>>(evaluation(), views_, blues);
  }

  const NetworkEvaluation<F>& evaluation() const { return this->evaluation_; }

 private:
  std::shared_ptr<const PackedNetwork> network_;
  V views_;
};

}  // namespace tabiya
