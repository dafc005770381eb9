#include "tools/learn/training/linear_trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "tests/tools/learn/training/random_data.h"
#include "tools/learn/training/batches.h"
#include "tools/learn/training/training_run.h"

namespace tabiya::tools {
namespace linear_trainer_test {

FloatNetwork some_model() {
  FloatNetwork model(random_shape(0));
  Random random(1);
  for (const FloatArray array : {kOwn, kShared, kTransformerBias})
    for (float& number : model[array]) number = static_cast<float>(random.below(1000)) * 1e-4f - 0.05f;
  return model;
}

class LinearTrainerTest : public ::testing::TestWithParam<LinearKind> {
 protected:
  std::unique_ptr<Trainer> make() const {
    return make_linear_trainer(random_shape(0), GetParam(), one_by_one_);
  }

  const ParallelFor one_by_one_ = one_by_one;
  const TrainingData data_ = random_data(60, 5);
  const Batch batch_ = make_batch(data_, data_.training, {}, one_by_one);
  const TrainerState start_{some_model()};
};

TEST_P(LinearTrainerTest, HasTheLossOfTheReference) {
  const auto trainer = make();
  trainer->restore(start_);
  double expected = 0;
  for (std::size_t i = 0; i < batch_.size(); ++i)
    expected += cross_entropy(batch_.targets[i],
                              reference_output(start_.network, batch_.list(i, 0), batch_.list(i, 1)));
  EXPECT_GT(batch_.size(), 1024u);  // more than a slice
  EXPECT_NEAR(trainer->loss(batch_), expected, 1e-6 * expected);
  EXPECT_NEAR(trainer->step(batch_, 0), expected, 1e-6 * expected);
}

// A gradient is what the loss changes by when a number does.
TEST_P(LinearTrainerTest, FollowsTheGradient) {
  const auto trainer = make();
  trainer->restore(start_);
  trainer->step(batch_, 0);
  const FloatNetwork gradient = trainer->state().mean;  // a tenth of it
  for (const FloatArray array : {kOwn, kShared, kTransformerBias}) {
    const auto& numbers = gradient[array];
    const auto most = static_cast<std::size_t>(
        std::ranges::max_element(numbers, {}, [](float x) { return std::abs(x); }) - numbers.begin());
    if (array == kOwn && GetParam() == LinearKind::kShared) {
      EXPECT_EQ(numbers[most], 0);
      continue;
    }
    const auto loss_with = [&](float change) {
      TrainerState moved = start_;
      moved.network[array][most] += change;
      trainer->restore(moved);
      return trainer->loss(batch_) / static_cast<double>(batch_.size());
    };
    const double slope = (loss_with(0.01f) - loss_with(-0.01f)) / 0.02;
    EXPECT_NEAR(numbers[most], 0.1 * slope, 0.001 * std::abs(slope) + 1e-6) << array;
  }
}

TEST_P(LinearTrainerTest, LearnsTheSameInAnyOrderOfItsParts) {
  const ParallelFor reversed = backwards;
  const auto one = make(), other = make_linear_trainer(random_shape(0), GetParam(), reversed);
  one->restore(start_);
  other->restore(start_);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(one->step(batch_, 0.01), other->step(batch_, 0.01));
    EXPECT_EQ(one->state(), other->state());
  }
}

// The labels of the data are linear in pieces and squares.
TEST_P(LinearTrainerTest, LearnsWhatIsLinear) {
  const TrainingSettings settings{.epochs = 30, .batch = 256, .rate = 0.03, .mix = 1};
  const std::atomic<bool> stop = false;
  TrainingState start;
  start.trainer = TrainerState(random_float_network(random_shape(0), 1));
  const auto trainer = make();
  TrainingRun run(data_, settings, *trainer, one_by_one_, start);
  while (!run.finished()) ASSERT_TRUE(run.run_epoch([](std::uint64_t, std::uint64_t) {}, stop));
  const auto& epochs = run.state().epochs;
  EXPECT_LT(epochs[best_epoch(epochs)].validation_excess, 0.7 * epochs.front().validation_excess);
}

INSTANTIATE_TEST_SUITE_P(OfBothKinds, LinearTrainerTest,
                         ::testing::Values(LinearKind::kShared, LinearKind::kOwn));

}  // namespace linear_trainer_test
}  // namespace tabiya::tools
