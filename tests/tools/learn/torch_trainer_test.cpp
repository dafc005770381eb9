// The module that trains, where this build has it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <cmath>

#include "booksearch/learn/shrinking.h"
#include "booksearch/learn/training_data.h"
#include "booksearch/learn/training_run.h"
#include "tests/booksearch/learn/random_data.h"
#include "tests/support/checkout.h"
#include "tests/tools/failure_of.h"
#include "tools/cli/json.h"
#include "tools/learn/learn_json.h"
#include "tools/learn/trainer_module.h"

namespace tabiya::tools::torch_trainer_test {

using ::testing::HasSubstr;

std::unique_ptr<Trainer> make_trainer(const ParallelFor& parallel = one_by_one, bool portable = false) {
  return load_trainer(test::trainer_module(), {random_shape(32), "cpu", parallel, portable});
}

FloatNetwork start_network() {
  FloatNetwork network = random_float_network(random_shape(32), 1);
  Random random(1);
  for (float& number : network[kOwn]) number = static_cast<float>(random.below(1000)) * 1e-5f - 5e-3f;
  return network;
}

double largest_difference(const FloatNetwork& a, const FloatNetwork& b) {
  double largest = 0;
  for (std::size_t i = 0; i < kFloatArrays; ++i)
    for (std::size_t k = 0; k < a.arrays[i].size(); ++k)
      largest = std::max(largest, std::abs(static_cast<double>(a.arrays[i][k]) - b.arrays[i][k]));
  return largest;
}

class TorchTrainerTest : public ::testing::Test {
 protected:
  const TrainingData data_ = random_data(60, 5);
  const Batch batch_ = make_batch(data_, data_.training, {}, one_by_one).value();
  const TrainerState start_{start_network()};
  const std::atomic<bool> stop_ = false;
};

TEST_F(TorchTrainerTest, HasTheLossOfTheReference) {
  const auto trainer = make_trainer();
  trainer->restore(start_);
  double expected = 0;
  for (std::size_t i = 0; i < batch_.size(); ++i)
    expected += cross_entropy(batch_.targets[i],
                              reference_output(start_.network, batch_.list(i, 0), batch_.list(i, 1)));
  EXPECT_GT(batch_.size(), 1024u);  // more than a slice
  EXPECT_NEAR(trainer->loss(batch_), expected, 1e-5 * expected);
}

TEST_F(TorchTrainerTest, GivesBackTheStateThatItGot) {
  const auto trainer = make_trainer();
  TrainerState state = start_;
  state.mean = random_float_network(random_shape(32), 7);
  state.steps = 42;
  trainer->restore(state);
  EXPECT_EQ(trainer->state(), state);
}

// A gradient is what the loss changes by when a number does.
TEST_F(TorchTrainerTest, FollowsTheGradient) {
  const auto trainer = make_trainer();
  trainer->restore(start_);
  trainer->step(batch_, 0);
  const FloatNetwork gradient = trainer->state().mean;  // a tenth of it
  const auto loss_with = [&](std::size_t array, std::size_t i, float change) {
    TrainerState moved = start_;
    moved.network.arrays[array][i] += change;
    trainer->restore(moved);
    return trainer->loss(batch_) / static_cast<double>(batch_.size());
  };
  for (std::size_t array = 0; array < kFloatArrays; ++array) {
    const auto& numbers = gradient.arrays[array];
    const auto most = static_cast<std::size_t>(
        std::ranges::max_element(numbers, {}, [](float x) { return std::abs(x); }) - numbers.begin());
    const float change = 1e-2f;
    const double slope = (loss_with(array, most, change) - loss_with(array, most, -change)) / (2 * change);
    EXPECT_NEAR(numbers[most], 0.1 * slope, 0.002 * std::abs(slope) + 1e-6) << array;
  }
}

TEST_F(TorchTrainerTest, LearnsTheSameByLibtorchAlone) {
  const auto kernels = make_trainer(), portable = make_trainer(one_by_one, true);
  kernels->restore(start_);
  portable->restore(start_);
  EXPECT_NEAR(kernels->step(batch_, 1e-3), portable->step(batch_, 1e-3), 1e-2);
  EXPECT_LT(largest_difference(kernels->state().mean, portable->state().mean), 1e-7);
}

TEST_F(TorchTrainerTest, LearnsTheSameInAnyOrderOfItsParts) {
  const auto forwards = make_trainer(), reversed = make_trainer(backwards);
  forwards->restore(start_);
  reversed->restore(start_);
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(forwards->step(batch_, 1e-3), reversed->step(batch_, 1e-3));
    EXPECT_EQ(forwards->state(), reversed->state());
  }
}

// Many and large enough products of matrices, as a library that is not made for several threads gets only
// some of them wrong.
TEST_F(TorchTrainerTest, LearnsTheSameOnSeveralThreads) {
  const ParallelFor threaded = [](std::size_t count, const std::function<void(std::size_t)>& work) {
    tbb::parallel_for(std::size_t{0}, count, work);
  };
  const TrainingData data = random_data(600, 5);
  const Batch batch = make_batch(data, data.training, {}, one_by_one).value();
  const TrainerState start{random_float_network(random_shape(128), 1)};
  const auto alone = load_trainer(test::trainer_module(), {random_shape(128), "cpu", one_by_one, false});
  const auto together = load_trainer(test::trainer_module(), {random_shape(128), "cpu", threaded, false});
  alone->restore(start);
  together->restore(start);
  for (int i = 0; i < 12; ++i) {
    ASSERT_EQ(together->step(batch, 1e-3), alone->step(batch, 1e-3)) << i;
    ASSERT_TRUE(together->state() == alone->state()) << i;
  }
}

// Positions see rows as multiples of their steps, and yet gradients move the numbers behind them.
TEST_F(TorchTrainerTest, SeesRowsInSteps) {
  const ModelShape shape = random_shape(32);
  std::vector<std::int32_t> steps(shape.features, 1);
  for (std::size_t row = 0; row < steps.size(); row += 2) steps[row] = 16;
  TrainerState start = start_;
  for (std::size_t i = 0; i < start.network[kOwn].size(); ++i) start.network[kOwn][i] *= 40;
  NetworkWeights rounded = to_integers(start.network);
  round_to_steps(rounded, steps);
  TrainerState in_steps = start;
  in_steps.network[kOwn] = from_integers(rounded, shape.shared)[kOwn];
  in_steps.network[kShared] = from_integers(rounded, shape.shared)[kShared];
  const auto stepped = load_trainer(test::trainer_module(), {shape, "cpu", one_by_one, false, steps});
  const auto plain = make_trainer();
  stepped->restore(start);
  plain->restore(in_steps);
  const double expected = plain->loss(batch_);
  EXPECT_NEAR(stepped->loss(batch_), expected,
              2e-3 * expected);  // the plain one does not round to whole numbers
  plain->restore(start);
  EXPECT_GT(std::abs(stepped->loss(batch_) - plain->loss(batch_)), 0);
  stepped->step(batch_, 1e-3);
  EXPECT_GT(largest_difference(stepped->state().network, start.network), 1e-4);
}

TEST_F(TorchTrainerTest, KeepsNumbersWithinTheirLimits) {
  const auto trainer = make_trainer();
  TrainerState wild = start_;
  for (auto& array : wild.network.arrays)
    for (std::size_t i = 0; i < array.size(); ++i) array[i] *= 1000;
  trainer->restore(wild);
  trainer->step(batch_, 1e-3);
  const FloatNetwork network = trainer->state().network;
  for (std::size_t i = 0; i < kFloatArrays; ++i) {
    const float limit = array_limit(static_cast<FloatArray>(i)) * 1.00001f;
    if (i == kOwn) continue;
    for (const float number : network.arrays[i]) ASSERT_LE(std::abs(number), limit) << i;
  }
  const std::size_t shared = network[kShared].size();
  for (std::size_t i = 0; i < network[kOwn].size(); ++i)
    ASSERT_LE(std::abs(network[kOwn][i] + network[kShared][i % shared]), array_limit(kOwn) * 1.00001f);
}

TEST_F(TorchTrainerTest, LearnsAndGoesOnAsIfItHadNotBeenStopped) {
  const TrainingSettings settings{.epochs = 6, .batch = 256, .rate = 0.003};
  const ParallelFor parallel = one_by_one;
  const auto quiet = [](std::uint64_t, std::uint64_t) {};
  TrainingState start;
  start.trainer = start_;
  const Json header{{"seed", 1}};
  const auto trainer = make_trainer();
  TrainingRun whole(data_, settings, *trainer, parallel, start);
  std::vector<std::byte> checkpoint;
  while (!whole.finished()) {
    ASSERT_TRUE(whole.run_epoch(quiet, stop_));
    if (whole.state().epochs.size() == 2) checkpoint = encode_checkpoint(header, whole.state());
  }
  const auto& epochs = whole.state().epochs;
  EXPECT_LT(epochs.back().training_excess, 0.5 * epochs.front().training_excess);
  EXPECT_LT(epochs.back().validation_excess, epochs.front().validation_excess);

  const auto other = make_trainer(backwards);
  const auto kept = decode_checkpoint(checkpoint, header, random_shape(32));
  ASSERT_TRUE(kept.ok()) << kept.error().message;
  TrainingRun resumed(data_, settings, *other, parallel, *kept);
  while (!resumed.finished()) ASSERT_TRUE(resumed.run_epoch(quiet, stop_));
  EXPECT_EQ(resumed.state(), whole.state());
}

TEST(TrainerModule, SaysWhatIsWrongWithIt) {
  const auto complaint = [](const std::string& path, const std::string& device) {
    return failure_of([&] { load_trainer(path, {random_shape(32), device, one_by_one}); });
  };
  EXPECT_THAT(complaint("/nowhere/training.so", "cpu"), HasSubstr("./quickstart training"));
  EXPECT_THAT(complaint("/proc/self/exe", "cpu"), HasSubstr("build again"));
  EXPECT_EQ(complaint(test::trainer_module(), "cpu"), "");
}

}  // namespace tabiya::tools::torch_trainer_test
