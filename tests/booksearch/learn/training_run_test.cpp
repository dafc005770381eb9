#include "booksearch/learn/training_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <map>

#include "booksearch/learn/training_data.h"
#include "tests/booksearch/learn/random_data.h"

namespace tabiya::booksearch {
namespace training_run_test {

using ::testing::HasSubstr;

// Learns nothing: after epoch i (from 0) its mean loss is `losses[i]`, its network has b2 = i + 1.
class ScriptedTrainer : public Trainer {
 public:
  ScriptedTrainer(std::vector<double> losses, std::size_t steps_per_epoch)
      : losses_(std::move(losses)), steps_per_epoch_(steps_per_epoch) {}

  void restore(const TrainerState& state) override { state_ = state; }
  TrainerState state() const override { return state_; }
  double step(const Batch& batch, double rate) override {
    rates.push_back(rate);
    sizes.push_back(batch.size());
    ++state_.steps;
    state_.network[kB2][0] = static_cast<float>(epoch() + 1);
    return static_cast<double>(batch.size());
  }
  double loss(const Batch& batch) override { return losses_[epoch()] * static_cast<double>(batch.size()); }

  std::vector<double> rates;
  std::vector<std::size_t> sizes;

 private:
  std::size_t epoch() const { return (state_.steps - 1) / steps_per_epoch_; }

  std::vector<double> losses_;
  std::size_t steps_per_epoch_;
  TrainerState state_;
};

class TrainingRunTest : public ::testing::Test {
 protected:
  static TrainingState start() {
    TrainingState state;
    state.trainer = TrainerState(FloatNetwork(random_shape(32)));
    return state;
  }
  Result<EpochResult> run_epoch(TrainingRun& run) {
    return run.run_epoch([](std::uint64_t, std::uint64_t) {}, stop_);
  }

  const TrainingData data_ = random_data(20, 1);
  const std::size_t steps_ = 4;
  TrainingSettings settings_{.epochs = 6, .batch = data_.training.size() / steps_, .patience = 2};
  const ParallelFor parallel_ = one_by_one;
  std::atomic<bool> stop_ = false;
};

TEST_F(TrainingRunTest, KeepsTheBestEpochAndEndsWithPatience) {
  ScriptedTrainer trainer({0.5, 0.3, 0.4, 0.35, 0.1}, steps_);
  TrainingRun run(data_, settings_, trainer, parallel_, start());
  while (!run.finished()) ASSERT_TRUE(run_epoch(run));
  EXPECT_EQ(run.state().epochs.size(), 4u);
  EXPECT_EQ(best_epoch(run.state().epochs), 1u);
  EXPECT_EQ(run.state().best[kB2][0], 2);
  EXPECT_EQ(run.state().trainer.network[kB2][0], 4);
  EXPECT_NEAR(run.state().epochs[1].validation_loss, 0.3, 1e-9);
  EXPECT_NEAR(run.state().epochs[1].training_loss, 1, 1e-9);
  EXPECT_LT(run.state().epochs[1].validation_excess, 0.3);
}

TEST_F(TrainingRunTest, EndsWithItsEpochs) {
  settings_.epochs = 3;
  settings_.patience = 0;
  ScriptedTrainer trainer({0.1, 0.2, 0.3}, steps_);
  TrainingRun run(data_, settings_, trainer, parallel_, start());
  while (!run.finished()) ASSERT_TRUE(run_epoch(run));
  EXPECT_EQ(run.state().epochs.size(), 3u);
  ASSERT_EQ(trainer.rates.size(), 3 * steps_);
  for (std::size_t i = 0; i < trainer.rates.size(); ++i)
    EXPECT_EQ(trainer.rates[i], rate_at(i, 3 * steps_, settings_.rate));
}

TEST_F(TrainingRunTest, SeesEachPositionOnceAnEpochInBatchesOfOneSize) {
  ScriptedTrainer trainer({0.1}, steps_);
  TrainingRun run(data_, settings_, trainer, parallel_, start());
  std::uint64_t last = 0;
  ASSERT_TRUE(run.run_epoch(
      [&](std::uint64_t done, std::uint64_t total) {
        EXPECT_LT(last, done);
        EXPECT_EQ(total, data_.size());
        last = done;
      },
      stop_));
  EXPECT_EQ(last, data_.size());
  std::size_t sum = 0;
  for (const std::size_t size : trainer.sizes) {
    EXPECT_NEAR(static_cast<double>(size), static_cast<double>(settings_.batch), 1);
    sum += size;
  }
  EXPECT_EQ(sum, data_.training.size());
}

TEST_F(TrainingRunTest, StopsWhenItIsTold) {
  ScriptedTrainer trainer({0.1}, steps_);
  TrainingRun run(data_, settings_, trainer, parallel_, start());
  const auto epoch = run.run_epoch([&](std::uint64_t, std::uint64_t) { stop_ = true; }, stop_);
  ASSERT_FALSE(epoch.ok());
  EXPECT_EQ(epoch.error().code, ErrorCode::kStopped);
  EXPECT_EQ(trainer.rates.size(), 1u);
  EXPECT_TRUE(run.state().epochs.empty());
}

TEST_F(TrainingRunTest, RefusesLossesThatAreNoNumbers) {
  ScriptedTrainer trainer({std::numeric_limits<double>::quiet_NaN()}, steps_);
  TrainingRun run(data_, settings_, trainer, parallel_, start());
  EXPECT_THAT(complaint(run_epoch(run)), HasSubstr("--rate"));
}

TEST(Rate, RisesThenFalls) {
  const std::uint64_t steps = 1000;
  double last = 0;
  for (std::uint64_t step = 0; step < 50; ++step) {
    EXPECT_GT(rate_at(step, steps, 0.01), last);
    last = rate_at(step, steps, 0.01);
  }
  EXPECT_DOUBLE_EQ(rate_at(50, steps, 0.01), 0.01);
  last = 0.011;
  for (std::uint64_t step = 50; step < steps; ++step) {
    EXPECT_LT(rate_at(step, steps, 0.01), last);
    last = rate_at(step, steps, 0.01);
  }
  EXPECT_NEAR(last, 0.0001, 1e-6);
  EXPECT_DOUBLE_EQ(rate_at(0, 1, 0.01), 0.01);
}

}  // namespace training_run_test
}  // namespace tabiya::booksearch
