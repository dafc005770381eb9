#include "core/games/zero_point_one/oracles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "core/games/zero_point_one/features.h"
#include "core/random.h"
#include "core/setup/pair_search.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::zero_point_one::network_oracle_test {

PackedNetwork network(std::uint32_t width) {
  return PackedNetwork::make(test::lively_network({kFeatures, width}, width)).value();
}

std::vector<SetupId> random_setups(Random& random, std::uint32_t size) {
  std::vector<SetupId> ids(size);
  for (SetupId& id : ids) id = random.below(SetupRanking::size());
  return ids;
}

Score static_value(const NetworkOracle& oracle, SetupId red, SetupId blue) {
  const EvaluatedGame<Rules, NetworkEvaluation> game(oracle.evaluation());
  auto root = game.root(position_after(red, blue));
  return game.evaluate(root);
}

TEST(NetworkOracle, ScoresARowAsThePositionsOfItsPairsOnEveryKernel) {
  for (const KernelSet& set : kernel_sets()) {
    if (!set.supported()) continue;
    for (std::uint32_t width : {32u, 128u}) {
      const NetworkOracle oracle(std::make_shared<const PackedNetwork>(network(width)), set);
      Random random(1);
      const std::vector<SetupId> blues = random_setups(random, 150);
      const auto prepared = oracle.prepare(blues);
      const auto scorer = prepared->scorer();
      for (SetupId red : random_setups(random, 40)) {
        scorer->set_red(red);
        std::vector<Score> values(blues.size());
        scorer->evaluate(0, values);
        for (std::size_t i = 0; i < blues.size(); ++i) {
          ASSERT_EQ(values[i], static_value(oracle, red, blues[i])) << set.name;
        }
      }
    }
  }
}

class NetworkRows : public testing::Test {
 protected:
  static constexpr std::uint32_t kBlues = 700;

  const NetworkOracle oracle_{std::make_shared<const PackedNetwork>(network(32)), **select_kernels()};
  Random random_{2};
  const std::vector<SetupId> blues_ = random_setups(random_, kBlues);
  const std::unique_ptr<PreparedBlues> prepared_ = oracle_.prepare(blues_);
  const std::unique_ptr<PairScorer> scorer_ = prepared_->scorer();

  std::vector<Score> row() {
    std::vector<Score> values(kBlues);
    scorer_->evaluate(0, values);
    return values;
  }
};

TEST_F(NetworkRows, OfARangeArePartsOfTheWhole) {
  for (SetupId red : random_setups(random_, 100)) {
    scorer_->set_red(red);
    const std::vector<Score> values = row();
    const std::uint32_t first = random_.below(kBlues);
    const std::uint32_t last = first + random_.below(kBlues + 1 - first);
    std::vector<Score> range(last - first);
    scorer_->evaluate(first, range);
    ASSERT_TRUE(std::equal(range.begin(), range.end(), values.begin() + first));
  }
}

TEST_F(NetworkRows, GiveTheSmallestValueOfARangeAndTheSmallestIdThatHasIt) {
  for (SetupId red : random_setups(random_, 300)) {
    scorer_->set_red(red);
    const std::vector<Score> values = row();
    const std::uint32_t first = random_.below(kBlues);
    const std::uint32_t last = first + random_.below(kBlues + 1 - first);
    const RowMinimum minimum = scorer_->minimum(first, last, -kInfiniteScore);
    ASSERT_EQ(minimum.evaluated, last - first);
    const auto expected = std::min_element(values.begin() + first, values.begin() + last);
    if (first == last) {
      ASSERT_EQ(minimum.red_value, kInfiniteScore);
      continue;
    }
    ASSERT_EQ(minimum.red_value, *expected);
    SetupId smallest = oracle_.blues().count();
    for (std::uint32_t i = first; i < last; ++i) {
      if (values[i] == *expected) smallest = std::min(smallest, blues_[i]);
    }
    ASSERT_EQ(minimum.blue, smallest);
  }
}

TEST_F(NetworkRows, StopBelowACutoffAndNotBefore) {
  std::uint64_t evaluated = 0;
  for (SetupId red : random_setups(random_, 300)) {
    scorer_->set_red(red);
    const std::vector<Score> values = row();
    const Score cutoff = values[random_.below(kBlues)];
    const RowMinimum minimum = scorer_->minimum(0, kBlues, cutoff);
    const Score smallest = std::ranges::min(values);
    ASSERT_EQ(static_value(oracle_, red, minimum.blue), minimum.red_value);
    if (smallest >= cutoff) {
      ASSERT_EQ(minimum.red_value, smallest);
      ASSERT_EQ(minimum.evaluated, kBlues);
    } else {
      ASSERT_LT(minimum.red_value, cutoff);
    }
    evaluated += minimum.evaluated;
  }
  EXPECT_LT(evaluated, 300 * kBlues / 4);
}

TEST_F(NetworkRows, AreTheSameForTwoScorersInTwoThreads) {
  const std::vector<SetupId> reds = random_setups(random_, 60);
  std::array<std::vector<Score>, 2> sums;
  std::vector<std::thread> threads;
  for (auto& minima : sums) {
    threads.emplace_back([&] {
      const auto fresh = oracle_.prepare(blues_);
      const auto scorer = (&minima == &sums[0] ? *prepared_ : *fresh).scorer();
      for (SetupId red : reds) {
        scorer->set_red(red);
        minima.push_back(scorer->minimum(0, kBlues, -kInfiniteScore).red_value);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(sums[0], sums[1]);
}

TEST_F(NetworkRows, GroupRedsByTheirWazir) {
  const Setups setups;
  EXPECT_EQ(oracle_.red_group(*setups.parse("WAAAAAAAADDDDFFN")), 0u);
  EXPECT_EQ(oracle_.red_group(*setups.parse("AAAAAAAADDDDFFNW")), 15u);
}

TEST_F(NetworkRows, SearchFromTheSameEvaluation) {
  const auto searcher = oracle_.searcher(1 << 16);
  for (int i = 0; i < 20; ++i) {
    const SetupId red = random_setups(random_, 1)[0];
    searcher->set_red(red);
    const PairSearchResult result = *searcher->search(blues_[i], 1, -kInfiniteScore, kInfiniteScore);
    EXPECT_LT(std::abs(result.red_value), kInfiniteScore);
    EXPECT_GT(result.nodes, 0u);
  }
}

}  // namespace tabiya::zero_point_one::network_oracle_test
