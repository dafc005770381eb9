// The oracles of 0.1: a row of pairs has the values of their positions, and a minimum ends where it may.
#include "core/games/zero_point_one/oracles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "core/games/zero_point_one/features.h"
#include "core/random.h"
#include "core/setup/pair_search.h"
#include "tests/core/eval/random_network.h"

namespace tabiya::zero_point_one::oracles_test {

std::vector<SetupId> random_setups(Random& random, std::uint32_t size) {
  std::vector<SetupId> ids(size);
  for (SetupId& id : ids) id = random.below(SetupRanking::size());
  return ids;
}

template <class Evaluation>
Score static_value(const Evaluation& evaluation, SetupId red, SetupId blue) {
  const EvaluatedGame<Rules, Evaluation> game(evaluation);
  auto root = game.root(position_after(red, blue));
  return game.evaluate(root);
}
Score static_value(const LinearOracle&, SetupId red, SetupId blue) {
  return static_value(LinearEvaluation(), red, blue);
}
Score static_value(const NetworkOracle& oracle, SetupId red, SetupId blue) {
  return static_value(oracle.evaluation(), red, blue);
}

NetworkOracle network_oracle(std::uint32_t width, const KernelSet& kernels) {
  return {std::make_shared<const PackedNetwork>(
              PackedNetwork::make(test::lively_network({kFeatures, width}, width)).value()),
          kernels};
}

template <class Oracle>
void expect_values_of_positions(const Oracle& oracle) {
  Random random(1);
  const std::vector<SetupId> blues = random_setups(random, 150);
  const auto prepared = oracle.prepare(blues);
  const auto scorer = prepared->scorer();
  for (SetupId red : random_setups(random, 40)) {
    scorer->set_red(red);
    std::vector<Score> values(blues.size());
    scorer->evaluate(0, values);
    for (std::size_t i = 0; i < blues.size(); ++i) ASSERT_EQ(values[i], static_value(oracle, red, blues[i]));
  }
}

TEST(LinearOracle, ScoresARowAsThePositionsOfItsPairs) { expect_values_of_positions(LinearOracle()); }

TEST(NetworkOracle, ScoresARowAsThePositionsOfItsPairsOnEveryKernel) {
  for (const KernelSet& set : kernel_sets()) {
    SCOPED_TRACE(set.name);
    if (!set.supported()) continue;
    for (std::uint32_t width : {32u, 128u}) expect_values_of_positions(network_oracle(width, set));
  }
}

template <class Oracle>
class OracleRows : public testing::Test {
 protected:
  static constexpr std::uint32_t kBlues = 700;
  static constexpr bool kIsLinear = std::is_same_v<Oracle, LinearOracle>;

  static Oracle make() {
    if constexpr (kIsLinear)
      return LinearOracle();
    else
      return network_oracle(32, **select_kernels());
  }
  const Oracle oracle_ = make();
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

using NetworkRows = OracleRows<NetworkOracle>;
using Oracles = testing::Types<LinearOracle, NetworkOracle>;
TYPED_TEST_SUITE(OracleRows, Oracles);

TYPED_TEST(OracleRows, OfARangeArePartsOfTheWhole) {
  for (SetupId red : random_setups(this->random_, 100)) {
    this->scorer_->set_red(red);
    const std::vector<Score> values = this->row();
    const std::uint32_t first = this->random_.below(this->kBlues);
    const std::uint32_t last = first + this->random_.below(this->kBlues + 1 - first);
    std::vector<Score> range(last - first);
    this->scorer_->evaluate(first, range);
    ASSERT_TRUE(std::equal(range.begin(), range.end(), values.begin() + first));
  }
}

TYPED_TEST(OracleRows, GiveTheSmallestValueOfARangeAndTheSmallestIdThatHasIt) {
  for (SetupId red : random_setups(this->random_, 300)) {
    this->scorer_->set_red(red);
    const std::vector<Score> values = this->row();
    const std::uint32_t first = this->random_.below(this->kBlues);
    const std::uint32_t last = first + this->random_.below(this->kBlues + 1 - first);
    const RowMinimum minimum = this->scorer_->minimum(first, last, -kInfiniteScore);
    ASSERT_EQ(minimum.evaluated, last - first);
    const auto expected = std::min_element(values.begin() + first, values.begin() + last);
    if (first == last) {
      ASSERT_EQ(minimum.red_value, kInfiniteScore);
      continue;
    }
    ASSERT_EQ(minimum.red_value, *expected);
    SetupId smallest = this->oracle_.blues().count();
    for (std::uint32_t i = first; i < last; ++i) {
      if (values[i] == *expected) smallest = std::min(smallest, this->blues_[i]);
    }
    ASSERT_EQ(minimum.blue, smallest);
  }
}

TYPED_TEST(OracleRows, StopBelowACutoffAndNotBefore) {
  std::uint64_t evaluated = 0;
  for (SetupId red : random_setups(this->random_, 300)) {
    this->scorer_->set_red(red);
    const std::vector<Score> values = this->row();
    const Score cutoff = values[this->random_.below(this->kBlues)];
    const RowMinimum minimum = this->scorer_->minimum(0, this->kBlues, cutoff);
    const Score smallest = std::ranges::min(values);
    ASSERT_EQ(static_value(this->oracle_, red, minimum.blue), minimum.red_value);
    if (smallest >= cutoff) {
      ASSERT_EQ(minimum.red_value, smallest);
      ASSERT_EQ(minimum.evaluated, this->kBlues);
    } else {
      ASSERT_LT(minimum.red_value, cutoff);
      if (this->kIsLinear) {
        ASSERT_EQ(minimum.blue, this->blues_[minimum.evaluated - 1]) << "the first one below it";
      }
    }
    evaluated += minimum.evaluated;
  }
  EXPECT_LT(evaluated, 300 * this->kBlues / 4);
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
    searcher->set_red(random_setups(random_, 1)[0]);
    const PairSearchResult result = *searcher->search(blues_[i], 1, -kInfiniteScore, kInfiniteScore);
    EXPECT_LT(std::abs(result.red_value), kInfiniteScore);
    EXPECT_GT(result.nodes, 0u);
  }
}

TEST(LinearOracle, SearchesDependOnNothingBeforeTheChoiceOfTheRed) {
  const LinearOracle oracle;
  Random random(4);
  const std::vector<SetupId> reds = random_setups(random, 3);
  const std::vector<SetupId> blues = random_setups(random, 5);
  const auto used = oracle.searcher(1 << 16);
  for (SetupId red : reds) {
    const auto fresh = oracle.searcher(1 << 16);
    fresh->set_red(red);
    used->set_red(red);
    for (SetupId blue : blues) {
      const PairSearchResult expected = *fresh->search(blue, 4, -kInfiniteScore, kInfiniteScore);
      const PairSearchResult result = *used->search(blue, 4, -kInfiniteScore, kInfiniteScore);
      EXPECT_EQ(result.red_value, expected.red_value);
      EXPECT_EQ(result.nodes, expected.nodes);
    }
  }
}

TEST(LinearOracle, AWindowDecidesAgainstTheSameValue) {
  const LinearOracle oracle;
  Random random(5);
  const auto searcher = oracle.searcher(1 << 20);
  for (SetupId red : random_setups(random, 10)) {
    const SetupId blue = random_setups(random, 1)[0];
    searcher->set_red(red);
    const Score value = searcher->search(blue, 4, -kInfiniteScore, kInfiniteScore)->red_value;
    EXPECT_GE(searcher->search(blue, 4, value - 1, value)->red_value, value);
    EXPECT_LE(searcher->search(blue, 4, value, value + 1)->red_value, value);
  }
}

}  // namespace tabiya::zero_point_one::oracles_test
