// A training from its first epoch to its last, apart from files and the command line.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "tools/learn/training/trainer.h"
#include "tools/learn/training/training_data.h"

namespace tabiya::tools {

struct TrainingSettings {
  int epochs = 10;              // passes over the data, at most
  std::uint64_t batch = 16384;  // positions of a step
  double rate = 0.001;          // of learning, at its highest
  double mix = 0.75;            // the label's share of the target, see batches.h
  int patience = 4;             // ends after this many epochs without a better one; 0 never
  std::uint64_t seed = 1;
};

// Losses are means in nats a position. An excess is a loss less the least possible: the mean entropy of the
// targets.
struct EpochResult {
  int epoch = 0;             // from 1
  double rate = 0;           // of learning, at its end
  double training_loss = 0;  // while it was trained
  double training_excess = 0;
  double validation_loss = 0;  // after it
  double validation_excess = 0;
  bool operator==(const EpochResult&) const = default;
};

// What a training continues from, between two epochs.
struct TrainingState {
  std::vector<EpochResult> epochs;  // all until now
  TrainerState trainer;
  FloatNetwork best;  // after the epoch with the least validation loss
  bool operator==(const TrainingState&) const = default;
};

// The index of the epoch with the least validation loss. There is one.
std::size_t best_epoch(const std::vector<EpochResult>& epochs);

// Of learning, before step `step` (from 0) of `steps`: rises in a line during the first twentieth, at most
// 1000 steps, then falls along a cosine to a hundredth of `highest`.
double rate_at(std::uint64_t step, std::uint64_t steps, double highest);

class TrainingRun {
 public:
  // All must outlive it. `start` is of the trainer's width.
  TrainingRun(const TrainingData& data, const TrainingSettings& settings, Trainer& trainer,
              const ParallelFor& parallel, TrainingState start);

  bool finished() const;  // all epochs are done, or patience is at its end
  // Reports (positions done, total). Nothing when `stop` was set: the state is then no longer to be used.
  // Throws Failure when the loss is no number any longer.
  std::optional<EpochResult> run_epoch(const std::function<void(std::uint64_t, std::uint64_t)>& report,
                                       const std::atomic<bool>& stop);

  const TrainingState& state() const { return state_; }

 private:
  struct Losses {
    double loss = 0;     // sums
    double entropy = 0;  // of the targets
  };

  std::uint64_t steps_per_epoch() const;
  bool validate(Losses& losses, const std::function<void(std::uint64_t)>& report,
                const std::atomic<bool>& stop);
  void add_epoch(double rate, const Losses& training, const Losses& validation);

  const TrainingData& data_;
  TrainingSettings settings_;
  Trainer& trainer_;
  const ParallelFor& parallel_;
  TrainingState state_;
};

}  // namespace tabiya::tools
