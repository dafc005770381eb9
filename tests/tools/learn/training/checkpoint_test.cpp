#include "tools/learn/training/checkpoint.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tools/cli/json.h"

namespace tabiya::tools {
namespace checkpoint_test {

using ::testing::HasSubstr;

constexpr ModelShape kShape{300, 30, 32};
const Json kHeader{{"data", "0123"}, {"rate", 0.001}};

TrainingState some_state() {
  TrainingState state;
  state.epochs = {{1, 0.001, 0.61, 0.0123456789012345678, 0.5, 0.1 / 3}, {2, 1e-5, 0.6, 0.01, 0.55, 0.02}};
  state.trainer = TrainerState(random_float_network(kShape, 1));
  state.trainer.mean = random_float_network(kShape, 2);
  state.trainer.variance = random_float_network(kShape, 3);
  state.trainer.steps = 1234;
  state.best = random_float_network(kShape, 4);
  return state;
}

TEST(Checkpoint, KeepsAllThatATrainingGoesOnFrom) {
  const TrainingState state = some_state();
  const auto decoded = decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape);
  ASSERT_TRUE(decoded.ok()) << decoded.error().message;
  EXPECT_EQ(*decoded, state);
}

TEST(Checkpoint, OfAnotherTrainingIsRefused) {
  const auto file = encode_checkpoint(kHeader, some_state());
  const auto other = decode_checkpoint(file, {{"data", "0123"}, {"rate", 0.002}}, kShape);
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("rate is 0.001 there, and 0.002 here"));
  EXPECT_FALSE(decode_checkpoint(file, {{"data", "0123"}, {"rate", 0.001}, {"more", 1}}, kShape).ok());
}

TEST(Checkpoint, ThatIsDamagedIsRefused) {
  const auto file = encode_checkpoint(kHeader, some_state());
  for (const std::size_t at : {std::size_t{0}, std::size_t{20}, file.size() / 2, file.size() - 1}) {
    auto damaged = file;
    damaged[at] ^= std::byte{16};
    EXPECT_FALSE(decode_checkpoint(damaged, kHeader, kShape).ok()) << at;
  }
  EXPECT_FALSE(decode_checkpoint(std::span(file).first(file.size() - 1), kHeader, kShape).ok());
  EXPECT_FALSE(decode_checkpoint({}, kHeader, kShape).ok());
}

TEST(Checkpoint, WithoutEpochsOrOfTwoWidthsIsRefused) {
  TrainingState state = some_state();
  state.best = random_float_network({300, 30, 64}, 4);
  EXPECT_FALSE(decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape).ok());
  state = some_state();
  state.epochs.clear();
  EXPECT_FALSE(decode_checkpoint(encode_checkpoint(kHeader, state), kHeader, kShape).ok());
}

}  // namespace checkpoint_test
}  // namespace tabiya::tools
