#include "core/search/evaluated_game.h"

#include <gtest/gtest.h>

#include <array>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/learn/learning_of.h"

namespace tabiya::zero_point_one::position_sample_test {

using Sample = PositionSample<Position>;

Position at_ply(int ply) {
  Position position;
  position.set_turn(ply % 2 == 0 ? Side::kRed : Side::kBlue, ply);
  return position;
}

TEST(PositionSample, DrawsEachWithEqualChances) {
  constexpr int kOffered = 20, kDrawn = 5, kTimes = 4'000;
  std::array<int, kOffered> counts{};
  Sample sample;
  for (int i = 0; i < kTimes; ++i) {
    sample.begin(kDrawn, static_cast<std::uint64_t>(i));
    for (int ply = 0; ply < kOffered; ++ply) sample.offer(at_ply(ply));
    const auto drawn = sample.take();
    ASSERT_EQ(drawn.size(), std::size_t{kDrawn});
    for (const Position& position : drawn) ++counts[static_cast<std::size_t>(position.ply())];
  }
  for (const int count : counts) EXPECT_NEAR(count, kTimes * kDrawn / kOffered, 150);  // five deviations
}

TEST(PositionSample, DrawsAllOfFewAndNothingBetweenTakeAndBegin) {
  Sample sample;
  sample.offer(at_ply(2));
  EXPECT_TRUE(sample.take().empty());
  sample.begin(3, 1);
  sample.offer(at_ply(2));
  sample.offer(at_ply(3));
  EXPECT_EQ(sample.take().size(), 2u);
  sample.offer(at_ply(4));
  EXPECT_TRUE(sample.take().empty());
}

TEST(SampledEngine, SearchesAsEverAndOffersWhatItEvaluates) {
  const SearcherOptions options{.table_bytes = 1 << 16};
  const Position root = position_after(1'000'000, 2'000'000);
  Sample sample;
  const auto engine = std::move(LearningOf<Trainable>().sampled_engine({}, sample, options)).value();
  sample.begin(50, 1);
  const auto found = engine->search(root, {.depth = 4});
  const auto plain = make_engine(options)->search(root, {.depth = 4});
  EXPECT_EQ(found.score, plain.score);
  EXPECT_EQ(found.nodes, plain.nodes);
  EXPECT_EQ(found.pv, plain.pv);
  const auto drawn = sample.take();
  ASSERT_EQ(drawn.size(), 50u);
  int others = 0;
  for (const Position& position : drawn) {
    EXPECT_EQ(outcome(position), Outcome::kOpen) << format_position(position);
    EXPECT_FALSE(in_check(position)) << format_position(position);
    others += position.ply() > root.ply() + 1;
  }
  EXPECT_GT(others, 25);
}

}  // namespace tabiya::zero_point_one::position_sample_test
