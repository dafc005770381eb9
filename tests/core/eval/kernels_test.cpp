// Every kernel that this machine has, at every width, against the formulas.
#include "core/eval/kernels/kernels.h"

#include <gtest/gtest.h>

#include <array>
#include <numeric>
#include <string>
#include <vector>

#include "core/eval/kernels/tile_order.h"
#include "core/eval/packed_network.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::kernels_test {

constexpr std::uint32_t kFeatures = 200;

using Part = std::vector<std::int16_t>;

struct Case {
  const KernelSet* set;
  std::uint32_t width;
  const Kernel& kernel() const { return set->for_width(width); }
};

class Kernels : public testing::TestWithParam<Case> {
 protected:
  PackedNetwork network(std::uint64_t seed, bool lively) const {
    const NetworkShape shape{kFeatures, GetParam().width};
    return PackedNetwork::make(lively ? test::lively_network(shape, seed) : test::random_network(shape, seed))
        .value();
  }

  Part sum(const PackedNetwork& network, std::span<const std::uint16_t> features, bool with_bias) const {
    std::vector<const std::int16_t*> rows;
    for (std::uint16_t feature : features) rows.push_back(network.row(feature));
    Part zero(GetParam().width);
    Part result(GetParam().width);
    GetParam().kernel().accumulate(result.data(), with_bias ? network.bias() : zero.data(), rows.data(),
                                   static_cast<int>(rows.size()), nullptr, 0);
    return result;
  }

  std::vector<std::uint16_t> random_features(std::size_t count) {
    std::vector<std::uint16_t> features(count);
    for (auto& feature : features) feature = static_cast<std::uint16_t>(random_.below(kFeatures));
    return features;
  }

  Random random_{2024};
};

TEST_P(Kernels, AccumulateAddsAndRemovesRows) {
  const PackedNetwork packed = network(3, false);
  const std::uint32_t width = GetParam().width;
  for (int round = 0; round < 300; ++round) {
    const auto added = random_features(random_.below(32));
    const auto removed = random_features(random_.below(5));
    Part to(width);
    for (auto& number : to) number = static_cast<std::int16_t>(random_.next());
    Part expected = to;
    std::vector<const std::int16_t*> added_rows, removed_rows;
    for (std::uint16_t feature : added) added_rows.push_back(packed.row(feature));
    for (std::uint16_t feature : removed) removed_rows.push_back(packed.row(feature));
    for (std::uint32_t i = 0; i < width; ++i) {
      int number = expected[i];
      for (const auto* row : added_rows) number += row[i];
      for (const auto* row : removed_rows) number -= row[i];
      expected[i] = static_cast<std::int16_t>(number);
    }
    GetParam().kernel().accumulate(to.data(), to.data(), added_rows.data(), static_cast<int>(added.size()),
                                   removed_rows.data(), static_cast<int>(removed.size()));
    ASSERT_EQ(to, expected);
  }
}

TEST_P(Kernels, ForwardIsTheReference) {
  for (const bool lively : {true, false}) {
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      const PackedNetwork packed = network(seed, lively);
      for (int round = 0; round < 50; ++round) {
        const auto mover = random_features(random_.below(32));
        const auto other = random_features(random_.below(32));
        const std::int32_t value = GetParam().kernel().forward(
            packed.layers(), sum(packed, mover, true).data(), sum(packed, other, true).data());
        ASSERT_EQ(value, reference_evaluation(packed.weights(), mover, other)) << "seed " << seed;
      }
    }
  }
}

// The bounds of every number at once: nothing saturates or overflows on the way.
TEST_P(Kernels, ForwardHoldsAtTheBounds) {
  for (const int sign : {-1, 1}) {
    NetworkWeights weights({kFeatures, GetParam().width});
    visit_arrays(weights, [&](auto numbers, int limit, const char*) {
      for (auto& number : numbers)
        number = static_cast<std::remove_reference_t<decltype(number)>>(sign * limit);
    });
    for (auto& number : weights.transformer) number = kMaxTransformerWeight;
    const PackedNetwork packed = PackedNetwork::make(weights).value();
    std::vector<std::uint16_t> all(kMaxActiveFeatures);
    std::iota(all.begin(), all.end(), 0);
    const Part part = sum(packed, all, true);
    EXPECT_EQ(GetParam().kernel().forward(packed.layers(), part.data(), part.data()),
              reference_evaluation(weights, all, all));
  }
}

// Pairs of a mover and opponents whose parts are sums of 15 or 16 rows.
TEST_P(Kernels, TileIsTheReferenceOfEachPair) {
  const std::uint32_t width = GetParam().width;
  const std::size_t tile_size = std::size_t{kTileLanes} * width;
  for (const bool mixed : {false, true}) {
    for (int round = 0; round < 12; ++round) {
      const PackedNetwork packed = network(static_cast<std::uint64_t>(round), round % 4 != 0);
      const auto features = [&] { return random_features(15); };
      const auto mover_own = features();
      std::array<std::vector<std::uint16_t>, kTileLanes> mover_seen, opponent_own, opponent_seen;
      std::vector<std::uint16_t> own(width), seen(tile_size), own_tile(tile_size), seen_tile(tile_size);
      std::array<const std::uint16_t*, kTileLanes> seen_parts;
      const Part own_part = sum(packed, mover_own, true);
      for (std::uint32_t i = 0; i < width; ++i) own[i] = static_cast<std::uint16_t>(32768 - own_part[i]);
      for (int lane = 0; lane < kTileLanes; ++lane) {
        mover_seen[lane] = mixed || lane == 0 ? features() : mover_seen[0];
        opponent_own[lane] = features();
        opponent_seen[lane] = features();
        seen_parts[lane] = &seen[mixed ? lane * width : 0];
        const Part mover = sum(packed, mover_seen[lane], false);
        const Part opponent = sum(packed, opponent_own[lane], true);
        const Part in_bucket = sum(packed, opponent_seen[lane], false);
        for (int i = 0; i < static_cast<int>(width); ++i) {
          seen[lane * width + i] = static_cast<std::uint16_t>(32768 - mover[i]);
          own_tile[tile_index(lane, i)] = static_cast<std::uint16_t>(32768 + opponent[i]);
          seen_tile[tile_index(lane, i)] = static_cast<std::uint16_t>(32768 + in_bucket[i]);
        }
      }
      std::array<std::int32_t, kTileLanes> values;
      GetParam().kernel().forward_tile(
          packed.layers(), {own.data(), seen_tile.data(), seen_parts.data(), own_tile.data(), mixed},
          values.data());
      for (int lane = 0; lane < kTileLanes; ++lane) {
        auto mover = mover_own;
        mover.insert(mover.end(), opponent_seen[lane].begin(), opponent_seen[lane].end());
        auto opponent = opponent_own[lane];
        opponent.insert(opponent.end(), mover_seen[lane].begin(), mover_seen[lane].end());
        ASSERT_EQ(values[lane], reference_evaluation(packed.weights(), mover, opponent)) << "lane " << lane;
      }
    }
  }
}

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const KernelSet& set : kernel_sets()) {
    if (!set.supported()) continue;
    for (std::uint32_t width : kNetworkWidths) cases.push_back({&set, width});
  }
  return cases;
}

INSTANTIATE_TEST_SUITE_P(All, Kernels, testing::ValuesIn(all_cases()), [](const auto& test) {
  return std::string(test.param.set->name) + "_" + std::to_string(test.param.width);
});

TEST(SelectKernels, TakesTheFastestOrTheOneNamed) {
  const KernelSet* last = nullptr;
  for (const KernelSet& set : kernel_sets()) {
    const Result<const KernelSet*> found = select_kernels(set.name);
    EXPECT_EQ(found.ok(), set.supported());
    if (!found) continue;
    EXPECT_EQ(*found, &set);
    last = &set;
  }
  EXPECT_EQ(*select_kernels(), last);
}

TEST(SelectKernels, RefusesAnUnknownName) {
  const Result<const KernelSet*> found = select_kernels("mmx");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::kInvalid);
  EXPECT_NE(found.error().message.find("scalar"), std::string::npos);
}

TEST(TileOrder, HoldsEachNumberOnce) {
  std::vector<int> seen(kTileLanes * 32);
  for (int lane = 0; lane < kTileLanes; ++lane) {
    for (int input = 0; input < 32; ++input) ++seen[tile_index(lane, input)];
  }
  EXPECT_EQ(seen, std::vector<int>(seen.size(), 1));
}

}  // namespace tabiya::kernels_test
