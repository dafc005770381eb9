#include "booksearch/setups/job/drift.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/random.h"

namespace tabiya::booksearch {
namespace drift_test {

// Nearly normal: the sum of twelve uniform numbers, less its mean.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random.next() >> 11) * 0x1p-53;
  return sum;
}

// A walk whose plies from an even depth have another mean and deviation than those from an odd one.
ValueChange walk(Random& random, int from, int to) {
  double change = 0;
  double improvement = 0;
  for (int depth = from; depth < to; ++depth) {
    change += depth % 2 == 0 ? 500 + 300 * normal(random) : -700 + 900 * normal(random);
    improvement += depth % 2 == 0 ? 20 : 5;
  }
  return {from, to, static_cast<Score>(std::lround(change)), static_cast<Score>(improvement)};
}

TEST(DriftModel, FindsTheWalkBehindTheData) {
  Random random(1);
  std::vector<ValueChange> data;
  for (int i = 0; i < 4000; ++i) {
    const int from = 4 + static_cast<int>(random.below(5));
    data.push_back(walk(random, from, from + 1 + static_cast<int>(random.below(3))));
  }
  const DriftModel model(data);
  EXPECT_NEAR(model.mean(6, 7), 500, 40);
  EXPECT_NEAR(model.mean(7, 8), -700, 40);
  EXPECT_NEAR(model.mean(6, 10), -400, 60);
  EXPECT_NEAR(model.deviation(6, 7), 300, 60);
  EXPECT_NEAR(model.deviation(7, 8), 900, 40);
  EXPECT_NEAR(model.deviation(7, 11), std::sqrt(2 * (300 * 300 + 900 * 900)), 60);
  EXPECT_NEAR(model.reply_loss(6, 7), 20, 1);
  EXPECT_NEAR(model.reply_loss(7, 9), 25, 1);
  EXPECT_EQ(model.mean(8, 8), 0);
  EXPECT_EQ(model.deviation(8, 8), 0);
}

TEST(DriftModel, MakesDoWithDepthsOfOneKind) {
  Random random(2);
  std::vector<ValueChange> data;
  for (int i = 0; i < 3000; ++i) data.push_back(walk(random, 4 + 2 * (i % 3), 6 + 2 * (i % 3)));
  const DriftModel model(data);
  EXPECT_NEAR(model.mean(8, 10), -200, 50);
  EXPECT_NEAR(model.mean(8, 9), -100, 25);
  EXPECT_NEAR(model.deviation(8, 10), std::sqrt(300 * 300 + 900 * 900), 50);
}

TEST(DriftModel, BeginsWithAPriorThatDataReplace) {
  const DriftModel prior({});
  EXPECT_EQ(prior.mean(3, 9), 0);
  EXPECT_NEAR(prior.deviation(3, 4), DriftModel::kPriorDeviation, 1e-6);
  EXPECT_NEAR(prior.deviation(4, 8), 2 * DriftModel::kPriorDeviation, 1e-6);
  EXPECT_EQ(prior.reply_loss(3, 9), 0);
  const std::vector<ValueChange> still(1000, {4, 6, 0, 0});
  EXPECT_LT(DriftModel(still).deviation(4, 6), 100);
  EXPECT_GT(DriftModel(still).deviation(4, 6), 0);
}

// What a refinement searches depends on the model: it must not depend on the order of the rows.
TEST(DriftModel, DoesNotDependOnTheOrderOfItsData) {
  Random random(3);
  std::vector<ValueChange> data;
  for (int i = 0; i < 1000; ++i) data.push_back(walk(random, 4 + i % 5, 5 + i % 7));
  std::erase_if(data, [](const ValueChange& change) { return change.to <= change.from; });
  const DriftModel model(data);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = data.size() - 1; i > 0; --i)
      std::swap(data[i], data[random.below(static_cast<std::uint32_t>(i + 1))]);
    const DriftModel again(data);
    for (const int to : {5, 6, 7, 12}) {
      EXPECT_EQ(again.mean(4, to), model.mean(4, to));
      EXPECT_EQ(again.deviation(4, to), model.deviation(4, to));
      EXPECT_EQ(again.reply_loss(4, to), model.reply_loss(4, to));
    }
  }
}

}  // namespace drift_test
}  // namespace tabiya::booksearch
