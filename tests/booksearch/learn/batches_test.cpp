#include "booksearch/learn/training_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "core/games/zero_point_one/trainable.h"
#include "tests/booksearch/learn/random_data.h"

namespace tabiya::booksearch {
namespace batches_test {

using namespace zero_point_one;
using ::testing::HasSubstr;

std::multiset<Feature> features_of(const Position& position, Side side) {
  const FeatureList list = list_features<zero_point_one::Features>(position, index(side));
  const std::span<const Feature> features = list;
  return {features.begin(), features.end()};
}

std::multiset<Feature> twins_of(const std::multiset<Feature>& features) {
  std::multiset<Feature> twins;
  for (const Feature feature : features) twins.insert(Trainable::turned(1, feature));
  return twins;
}

// By rows for columns, on the board.
Position transposed(const Position& position) {
  Position result;
  for (Square square = 0; square < Board::kSquares; ++square)
    if (!position.at(square).is_none()) result.put(position.at(square), apply_symmetry<Board>(4, square));
  for (const Side side : kBothSides)
    for (int kind = 0; kind < kHandKinds; ++kind)
      for (int i = 0; i < position.hand(side)[kind]; ++i) result.put_in_hand(side, static_cast<Kind>(kind));
  result.set_turn(position.side_to_move(), position.ply());
  return result;
}

std::vector<Position> random_positions(int games, std::uint64_t seed) {
  std::vector<Position> positions;
  const TrainingData data = random_data(static_cast<std::size_t>(games), seed);
  for (std::uint32_t i = 0; i < data.size(); ++i) positions.push_back(position_in(data, i));
  return positions;
}

TEST(Twins, AreTheFeaturesOfTheTransposedBoard) {
  int on_diagonal = 0, elsewhere = 0;
  for (const Position& position : random_positions(40, 1)) {
    for (const Side side : kBothSides) {
      const Square wazir = position.wazir(side);
      const int row = Board::row(wazir), column = Board::column(wazir);
      const auto features = features_of(position, side);
      const auto turned = features_of(transposed(position), side);
      if (row == column || row + column == 7) {
        EXPECT_TRUE(turned == twins_of(features) || turned == features);
        EXPECT_NE(twins_of(features), features);
        EXPECT_EQ(twins_of(twins_of(features)), features);
        ++on_diagonal;
      } else {
        EXPECT_EQ(turned, features);
        EXPECT_EQ(twins_of(features), features);
        ++elsewhere;
      }
      EXPECT_TRUE(row != column || turned == twins_of(features));
    }
  }
  EXPECT_GT(on_diagonal, 100);
  EXPECT_GT(elsewhere, 100);
}

TEST(Batches, HoldTheFeaturesOfBothSides) {
  const TrainingData data = random_data(6, 2);
  const Batch batch = make_batch(data, data.training, {}, one_by_one).value();
  ASSERT_EQ(batch.size(), data.training.size());
  for (std::size_t i = 0; i < batch.size(); ++i) {
    const Position position = position_in(data, data.training[i]);
    const Side mover = position.side_to_move();
    for (const int view : {0, 1}) {
      const auto list = batch.list(i, static_cast<std::size_t>(view));
      EXPECT_EQ(std::multiset<Feature>(list.begin(), list.end()),
                features_of(position, view == 0 ? mover : other(mover)));
    }
    EXPECT_FLOAT_EQ(batch.targets[i],
                    static_cast<float>(target_of(lesson_of(data.record(data.training[i])), 0.75)));
  }
}

TEST(Batches, TakeTwinsHalfOfTheTimeWhateverTheOrder) {
  const TrainingData data = random_data(40, 3);
  const Batch plain = make_batch(data, data.training, {}, one_by_one).value();
  const Batch drawn = make_batch(data, data.training, {.turn_seed = 7}, one_by_one).value();
  EXPECT_EQ(make_batch(data, data.training, {.turn_seed = 7}, backwards).value().features, drawn.features);
  EXPECT_NE(make_batch(data, data.training, {.turn_seed = 8}, one_by_one).value().features, drawn.features);
  int twins = 0, diagonal = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    for (const std::size_t view : {0, 1}) {
      const auto before = plain.list(i, view), after = drawn.list(i, view);
      const bool has_twin =
          std::ranges::any_of(before, [](Feature f) { return Trainable::turned(1, f) != f; });
      const bool same = std::ranges::equal(before, after);
      EXPECT_TRUE(same ||
                  std::ranges::equal(before, after, {}, [](Feature f) { return Trainable::turned(1, f); }));
      diagonal += has_twin;
      twins += !same;
    }
  }
  EXPECT_GT(diagonal, 100);
  EXPECT_NEAR(twins, diagonal / 2.0, 2 * std::sqrt(diagonal));
}

TEST(Batches, MixLabelsAndResults) {
  Lesson record;
  record.label = 10'000;
  record.result = -1;
  const double label = 1 / (1 + std::exp(-1.0));
  EXPECT_NEAR(target_of(record, 1), label, 1e-12);
  EXPECT_NEAR(target_of(record, 0), 0, 1e-12);
  EXPECT_NEAR(target_of(record, 0.75), 0.75 * label, 1e-12);
  record.result = 0;
  EXPECT_NEAR(target_of(record, 0), 0.5, 1e-12);
  record.result = kNoResult;
  EXPECT_NEAR(target_of(record, 0), label, 1e-12);
}

TEST(Batches, RefuseRecordsThatAreNone) {
  TrainingData data = random_data(4, 4);
  std::ranges::fill(data.record(2), std::byte{0xFF});
  const auto batch = make_batch(data, std::vector<std::uint32_t>{1, 2}, {}, one_by_one);
  ASSERT_FALSE(batch.ok());
  EXPECT_THAT(batch.error().message, HasSubstr("position 3 of the data"));
}

TEST(CrossEntropy, IsThatOfTheProbability) {
  for (const double target : {0.0, 0.1, 0.5, 1.0}) {
    for (const double logit : {-3.0, 0.0, 0.7}) {
      const double p = 1 / (1 + std::exp(-logit));
      EXPECT_NEAR(cross_entropy(target, logit), -target * std::log(p) - (1 - target) * std::log(1 - p),
                  1e-12);
    }
  }
  EXPECT_EQ(cross_entropy(1, -1000), 1000);
  EXPECT_NEAR(entropy(0.25), cross_entropy(0.25, std::log(1.0 / 3)), 1e-12);
  EXPECT_EQ(entropy(0), 0);
  EXPECT_EQ(entropy(1), 0);
}

}  // namespace batches_test
}  // namespace tabiya::booksearch
