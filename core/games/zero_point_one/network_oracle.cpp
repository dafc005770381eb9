// The static value of a pair is the network's evaluation after both setups. Its accumulators are sums of one
// part for each setup (setup_parts.h). The blues' parts are made once: their own, and for each square of
// Red's wazir, when the first such red comes, what Red sees of them. A red's parts are made when he is chosen
// (his own), and when the first blue with his wazir on some square is looked at (what that blue sees of him).
// What remains for a pair is an addition and the small layers, which the kernel does for 16 pairs at a time.
//
// A losing red costs the parts of a handful of wazir squares and one or two tiles; the alternative, updating
// parts from one red to the next, would tie the oracle to the order in which reds come, and saves little.
#include "core/games/zero_point_one/network_oracle.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <utility>
#include <vector>

#include "core/eval/kernels/tile_order.h"
#include "core/games/zero_point_one/network_tiles.h"
#include "core/games/zero_point_one/pair_search.h"
#include "core/games/zero_point_one/setup_parts.h"

namespace tabiya::zero_point_one {
namespace {

constexpr int kPartBias = 1 << 15;  // see PairTile

class NetworkBlues final : public PreparedBlues {
 public:
  NetworkBlues(const NetworkEvaluation& evaluation, std::span<const SetupId> blues)
      : evaluation_(evaluation),
        parts_(evaluation.network(), evaluation.kernel()),
        ids_(blues.begin(), blues.end()) {
    setups_.reserve(blues.size());
    std::vector<std::uint8_t> wazirs;
    for (SetupId blue : blues) {
      setups_.push_back(unrank(blue));
      wazirs.push_back(static_cast<std::uint8_t>(wazir_index(setups_.back())));
    }
    tiling_ = cut_into_tiles(wazirs);
    own_ = tile_parts([&](const Setup& setup, std::int16_t* part) { parts_.own(setup, part); });
  }

  std::unique_ptr<PairScorer> scorer() const override;

  const Tiling& tiling() const { return tiling_; }
  SetupId id(std::uint32_t index) const { return ids_[index]; }
  const NetworkEvaluation& evaluation() const { return evaluation_; }
  const SetupParts& parts() const { return parts_; }
  std::size_t tile_size() const { return std::size_t{kTileLanes} * evaluation_.network().width(); }

  // In the order of the tiles.
  const std::uint16_t* own() const { return own_.data(); }
  const std::uint16_t* seen_by(int red_wazir) const {
    SeenParts& seen = seen_[static_cast<std::size_t>(red_wazir)];
    std::call_once(seen.made, [&] {
      seen.numbers =
          tile_parts([&](const Setup& setup, std::int16_t* part) { parts_.seen(setup, red_wazir, part); });
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

  const NetworkEvaluation& evaluation_;
  SetupParts parts_;
  std::vector<SetupId> ids_;
  std::vector<Setup> setups_;
  Tiling tiling_;
  AlignedVector<std::uint16_t> own_;
  mutable std::array<SeenParts, kSetupSize> seen_;  // by the index of Red's wazir in his setup
};

class NetworkScorer final : public PairScorer {
 public:
  explicit NetworkScorer(const NetworkBlues& blues)
      : blues_(blues),
        width_(blues.evaluation().network().width()),
        part_(width_),
        own_(width_),
        seen_(kSetupSize * width_) {}

  void set_red(SetupId red) override {
    red_ = unrank(red);
    blues_.parts().own(red_, part_.data());
    store_part(own_.data());
    seen_ready_ = {};
    blues_seen_ = blues_.seen_by(wazir_index(red_));
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
    for (int lane = 0; lane < kTileLanes; ++lane) red_seen[lane] = seen_part(tile.wazirs[lane]);
    const PairTile pairs{own_.data(), blues_seen_ + at, red_seen.data(), blues_.own() + at, tile.mixed};
    Values values;
    blues_.evaluation().kernel().forward_tile(blues_.evaluation().network().layers(), pairs, values.data());
    return values;
  }

  // What a blue with this wazir sees of the red.
  const std::uint16_t* seen_part(std::uint8_t wazir) {
    std::uint16_t* part = seen_.data() + wazir * width_;
    if (!seen_ready_[wazir]) {
      blues_.parts().seen(red_, wazir, part_.data());
      store_part(part);
      seen_ready_[wazir] = true;
    }
    return part;
  }

  void store_part(std::uint16_t* to) const {
    std::ranges::transform(part_, to,
                           [](std::int16_t n) { return static_cast<std::uint16_t>(kPartBias - n); });
  }

  const NetworkBlues& blues_;
  const std::size_t width_;
  Setup red_{};
  AlignedVector<std::int16_t> part_;   // being made
  AlignedVector<std::uint16_t> own_;   // the red's own part
  AlignedVector<std::uint16_t> seen_;  // for each square of Blue's wazir; made when first needed
  std::array<bool, kSetupSize> seen_ready_{};
  const std::uint16_t* blues_seen_ = nullptr;  // by this red
};

std::unique_ptr<PairScorer> NetworkBlues::scorer() const { return std::make_unique<NetworkScorer>(*this); }

}  // namespace

NetworkOracle::NetworkOracle(PackedNetwork network, const KernelSet& kernels)
    : network_(std::move(network)), evaluation_(network_, kernels) {}

ValueOrigin NetworkOracle::origin() const { return origin_of_pairs(evaluation_); }

std::uint32_t NetworkOracle::red_group(SetupId red) const {
  return static_cast<std::uint32_t>(wazir_index(unrank(red)));
}

std::unique_ptr<PreparedBlues> NetworkOracle::prepare(std::span<const SetupId> blues) const {
  return std::make_unique<NetworkBlues>(evaluation_, blues);
}

std::unique_ptr<PairSearcher> NetworkOracle::searcher(std::size_t table_bytes) const {
  return std::make_unique<SetupPairSearcher<NetworkEvaluation>>(evaluation_, table_bytes);
}

}  // namespace tabiya::zero_point_one
