#include "booksearch/learn/trainer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "booksearch/learn/training_data.h"
#include "booksearch/learn/training_run.h"
#include "tests/booksearch/learn/random_data.h"

namespace tabiya::booksearch {
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
  const Batch batch_ = make_batch(data_, data_.training, {}, one_by_one).value();
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

// Two rows for each feature, of the middlegame and of the endgame.
constexpr ModelShape kTapering{.features = 2 * 40, .shared = 2 * 10, .width = 0, .tapers = true};

// Positions with some of the features, at all phases.
Batch tapering_batch() {
  Random random(2);
  Batch batch;
  for (int i = 0; i < 1500; ++i) {
    for (int view = 0; view < 2; ++view) {
      const std::size_t end = batch.features.size() + kMaxActiveFeatures;
      for (std::uint32_t left = 1 + random.below(20); left > 0; --left)
        batch.features.push_back(static_cast<Feature>(random.below(40)));
      batch.features.resize(end, padding_of(kTapering));
    }
    batch.targets.push_back(static_cast<float>(random.below(1'000)) * 1e-3f);
    batch.phases.push_back(static_cast<float>(random.below(257)) / kMiddlegame);
  }
  return batch;
}

std::span<const Feature> without_padding(std::span<const Feature> list) {
  return list.first(static_cast<std::size_t>(std::ranges::find(list, padding_of(kTapering)) - list.begin()));
}

TEST(TaperingLinearTrainer, MixesBothWeightsByThePhase) {
  FloatNetwork model(kTapering);
  Random random(1);
  for (const FloatArray array : {kOwn, kShared, kTransformerBias})
    for (float& number : model[array]) number = static_cast<float>(random.below(1000)) * 1e-4f - 0.05f;
  const Batch batch = tapering_batch();
  const ParallelFor parallel = one_by_one;
  const auto trainer = make_linear_trainer(kTapering, LinearKind::kOwn, parallel);
  trainer->restore(TrainerState(model));
  double expected = 0;
  for (std::size_t i = 0; i < batch.size(); ++i)
    expected +=
        cross_entropy(batch.targets[i], reference_output(model, without_padding(batch.list(i, 0)),
                                                         without_padding(batch.list(i, 1)), batch.phases[i]));
  EXPECT_NEAR(trainer->loss(batch), expected, 1e-6 * expected);
  EXPECT_NEAR(trainer->step(batch, 0), expected, 1e-6 * expected);
  const FloatNetwork gradient = trainer->state().mean;  // a tenth of it
  for (const std::size_t row : {0u, 1u, 34u, 35u}) {
    const auto loss_with = [&](float change) {
      TrainerState moved(model);
      moved.network[kOwn][row] += change;
      trainer->restore(moved);
      return trainer->loss(batch) / static_cast<double>(batch.size());
    };
    const double slope = (loss_with(0.01f) - loss_with(-0.01f)) / 0.02;
    EXPECT_NEAR(gradient[kOwn][row], 0.1 * slope, 0.001 * std::abs(slope) + 1e-6) << row;
  }
}

// The integers say what the model says.
TEST(TaperingLinearTrainer, BecomesWeightsThatTaper) {
  FloatNetwork model(kTapering);
  model[kShared][2 * 7] = 0.2f;
  model[kShared][2 * 7 + 1] = 0.6f;
  model[kOwn][2 * 17 + 1] = 0.4f;
  const FeatureWeights weights = to_weights(model);
  const std::vector<Feature> mover{7, 17}, other{};
  for (const int phase : {0, 64, kMiddlegame})
    EXPECT_NEAR(reference_evaluation(weights, mover, other, phase),
                kOutputScale * reference_output(model, mover, other, double(phase) / kMiddlegame), 1)
        << phase;
  EXPECT_EQ(reference_evaluation(weights, mover, other, kMiddlegame), 4'000);
  EXPECT_EQ(reference_evaluation(weights, mover, other, 0), 16'000);
  EXPECT_EQ(to_weights(from_weights(weights, kTapering)), weights);
}

}  // namespace linear_trainer_test
}  // namespace tabiya::booksearch
