#include "booksearch/setups/job/value_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

#include "core/random.h"

namespace tabiya::booksearch {
namespace value_error_test {

// Changes of this size up and down, over `plies` plies from `depth` on.
std::vector<ValueChange> changes(int depth, int plies, Score size, int count) {
  std::vector<ValueChange> data;
  for (int i = 0; i < count; ++i) data.push_back({depth, depth + plies, i % 2 == 0 ? size : -size});
  return data;
}

TEST(ValueErrors, SayNothingWithoutDataOrOfProvenValues) {
  EXPECT_FALSE(ValueErrors({}).of(6, 0));
  const ValueErrors errors(changes(4, 2, 300, 100));
  EXPECT_FALSE(errors.of(4, win_in(9)));
  EXPECT_FALSE(errors.of(4, loss_in(12)));
  EXPECT_TRUE(errors.of(4, 0));
}

TEST(ValueErrors, AreAMultipleOfWhatTwoPliesChange) {
  const ValueErrors errors(changes(4, 2, 300, 1'000'000));
  EXPECT_NEAR(*errors.of(4, 0), ValueErrors::kOfChange * 300, 1);
  EXPECT_EQ(errors.of(6, 0), errors.of(4, 0));  // which has not been searched again
  EXPECT_EQ(errors.of(2, 0), errors.of(4, 0));
  // Of a walk, the square grows with the plies.
  EXPECT_NEAR(*ValueErrors(changes(4, 8, 600, 1'000'000)).of(4, 0), ValueErrors::kOfChange * 300, 1);
}

TEST(ValueErrors, GrowWithTheValueOnBothSides) {
  const ValueErrors errors(changes(4, 2, 300, 1'000));
  const double of_even = *errors.of(4, 0);
  EXPECT_NEAR(*errors.of(4, 8'000), std::hypot(of_even, ValueErrors::kOfValue * 8'000), 1);
  EXPECT_EQ(errors.of(4, 8'000), errors.of(4, -8'000));
}

// A depth with many rows speaks for itself, one with few mostly repeats what the others say.
TEST(ValueErrors, AreThoseOfTheirDepthAsFarAsItHasData) {
  std::vector<ValueChange> data = changes(4, 2, 600, 1'000);
  const auto with = [&](int count) {
    std::vector<ValueChange> all = data;
    for (const ValueChange& change : changes(6, 2, 200, count)) all.push_back(change);
    return *ValueErrors(all).of(6, 0) / ValueErrors::kOfChange;
  };
  EXPECT_NEAR(with(100'000), 200, 1);
  EXPECT_NEAR(with(2), 590, 20);
}

TEST(ValueErrors, DoNotDependOnTheOrderOfTheirData) {
  Random random(3);
  std::vector<ValueChange> data;
  for (int i = 0; i < 1000; ++i) {
    const int from = 4 + i % 5;
    data.push_back({from, from + 1 + i % 3, static_cast<Score>(random.below(3'000)) - 1'500});
  }
  const ValueErrors errors(data);
  for (int round = 0; round < 20; ++round) {
    for (std::size_t i = data.size() - 1; i > 0; --i)
      std::swap(data[i], data[random.below(static_cast<std::uint32_t>(i + 1))]);
    const ValueErrors again(data);
    for (const int depth : {4, 6, 8, 20}) EXPECT_EQ(again.of(depth, 1'000), errors.of(depth, 1'000));
  }
}

}  // namespace value_error_test
}  // namespace tabiya::booksearch
