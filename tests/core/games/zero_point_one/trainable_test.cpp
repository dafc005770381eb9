#include "core/games/zero_point_one/trainable.h"

#include <gtest/gtest.h>

#include "core/games/zero_point_one/notation.h"
#include "tests/core/games/zero_point_one/random_game.h"

namespace tabiya::zero_point_one::position_coder_test {

using PackedTrainingRecord = PackedRecord<Coder>;
static_assert(kRecordSize<Coder> == 26);

// As `position` but without what a record does not keep.
Position without_history(const Position& position) {
  Position copy;
  for (Bitboard pieces = position.occupied(); pieces != 0;) {
    const Square square = pop_lowest(pieces);
    copy.put(position.at(square), square);
  }
  for (const Side side : kBothSides) {
    for (int kind = 0; kind < kHandKinds; ++kind)
      for (int i = 0; i < position.hand(side)[kind]; ++i) copy.put_in_hand(side, static_cast<Kind>(kind));
  }
  copy.set_turn(position.side_to_move(), position.ply());
  return copy;
}

TEST(TrainingRecord, GivesBackThePositionsOfRandomGames) {
  Random random(1);
  for (int game = 0; game < 200; ++game) {
    play_random_game(random, [&](const Position& position, Move) {
      const Score label = kLabelUnit * (static_cast<Score>(random.below(65'535)) - 32'767);
      const int result = static_cast<int>(random.below(4)) - 1;  // kNoResult included
      const Lesson lesson{label, result, position.ply()};
      const PackedTrainingRecord record = pack_record<Coder>(position, lesson);
      const auto back = position_of<Coder>(record);
      ASSERT_TRUE(back.ok()) << back.error().message;
      EXPECT_EQ(*back, without_history(position)) << format_position(position);
      EXPECT_EQ(lesson_of(record), lesson);
    });
  }
}

TEST(TrainingRecord, TakesAnotherLabelAndKeepsTheRest) {
  Random random(5);
  const Position position = random_start(random);
  PackedTrainingRecord record = pack_record<Coder>(position, {70, 1, position.ply()});
  replace_label(record, -120, kNoResult);
  EXPECT_EQ(record, pack_record<Coder>(position, {-120, kNoResult, position.ply()}));
}

TEST(TrainingRecord, RoundsAndCutsLabels) {
  Random random(2);
  const Position position = random_start(random);
  const auto label = [&](Score score) {
    return lesson_of(pack_record<Coder>(position, {score, 0, position.ply()})).label;
  };
  EXPECT_EQ(label(14), 10);
  EXPECT_EQ(label(15), 20);
  EXPECT_EQ(label(-14), -10);
  EXPECT_EQ(label(-15), -20);
  EXPECT_EQ(label(win_in(3)), kMaxLabel);
  EXPECT_EQ(label(loss_in(2)), -kMaxLabel);
}

// Whatever is accepted is a record that packs to the same bytes: nothing is overlooked.
TEST(TrainingRecord, AcceptsNothingThatItDoesNotMake) {
  Random random(3);
  int accepted = 0;
  for (int i = 0; i < 20'000; ++i) {
    PackedTrainingRecord packed = pack_record<Coder>(random_start(random), {0, 0, kSides});
    for (std::uint32_t flips = 1 + random.below(3); flips > 0; --flips) {
      const std::uint32_t bit = random.below(8 * kRecordSize<Coder>);
      packed[bit / 8] ^= static_cast<std::byte>(1 << bit % 8);
    }
    const auto position = position_of<Coder>(packed);
    if (!position.ok()) continue;
    ++accepted;
    EXPECT_EQ(pack_record<Coder>(*position, lesson_of(packed)), packed);
  }
  EXPECT_GT(accepted, 0);
  EXPECT_LT(accepted, 15'000);
}

TEST(TrainingRecord, SaysWhatIsWrong) {
  Random random(4);
  const PackedTrainingRecord good = pack_record<Coder>(random_start(random), {0, 0, kSides});
  const auto error_with = [&](std::size_t byte, int value) {
    PackedTrainingRecord bad = good;
    bad[byte] = static_cast<std::byte>(value);
    const auto position = position_of<Coder>(bad);
    return position.ok() ? "" : position.error().message;
  };
  EXPECT_EQ(error_with(24, 1), "not a ply between the setups and the end of a game");
  EXPECT_EQ(error_with(24, kPlyLimit), "not a ply between the setups and the end of a game");
  EXPECT_EQ(error_with(20, 31), "a hand holds more pieces than a game has");
  EXPECT_EQ(error_with(4, 0xFF), "the pieces on the board are not those of a game");
}

}  // namespace tabiya::zero_point_one::position_coder_test
