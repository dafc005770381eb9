// A training from its first epoch to its last, and the file from which it continues: a container
// (codec/container.h) of kind "TRNG".
//
//   HEAD, EPOC   texts in the form of whoever keeps the file: what is trained, on what and how; the results of the epochs
//   STEP         how many steps were taken, u64
//   NETW, MEAN, VARI, BEST   networks: width u32, then the arrays of FloatNetwork one after another, f32
//
// Integers and numbers are little-endian.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/learn/trainer.h"
#include "booksearch/learn/training_data.h"
#include "codec/container.h"
#include "codec/result.h"

namespace tabiya::booksearch {

struct TrainingSettings {
  int epochs = 10;              // passes over the data, at most
  std::uint64_t batch = 16384;  // positions of a step
  double rate = 0.001;          // of learning, at its highest
  double mix = 0.75;            // the label's share of the target, see BatchSettings
  int patience = 4;             // ends after this many epochs without a better one; 0 never
  std::uint64_t seed = 1;
};

// Losses are means in nats a position. An excess is a loss minus the least possible one, which is the mean
// entropy of the targets.
struct EpochResult {
  int epoch = 0;             // from 1
  double rate = 0;           // of learning, at its end
  double training_loss = 0;  // while it was trained
  double training_excess = 0;
  double validation_loss = 0;  // after it
  double validation_excess = 0;
  bool operator==(const EpochResult&) const = default;
};

// The state from which a training continues, between two epochs.
struct TrainingState {
  std::vector<EpochResult> epochs;  // all until now
  TrainerState trainer;
  FloatNetwork best;  // after the epoch with the least validation loss
  bool operator==(const TrainingState&) const = default;
};

// Returns the index of the epoch with the least validation loss. There is at least one epoch.
std::size_t best_epoch(const std::vector<EpochResult>& epochs);

// Errors: kInvalid if losses are not below those of a constant, neither the best one in validation nor the last one in training.
// A network that diverges ends so: it says the same of all positions. A training with few steps may do so, too.
Status check_learned(const std::vector<EpochResult>& epochs, const TrainingData& data, double mix);

// Returns the learning rate of step `step` (from 0) of `steps`. It rises linearly during the first twentieth,
// at most 1000 steps, and then falls along a cosine to a hundredth of `highest`.
double rate_at(std::uint64_t step, std::uint64_t steps, double highest);

class TrainingRun {
 public:
  // All references must outlive the run. `start` has the trainer's width.
  TrainingRun(const TrainingData& data, const TrainingSettings& settings, Trainer& trainer,
              const ParallelFor& parallel, TrainingState start);

  bool finished() const;  // all epochs are done, or patience is at its end
  // Trains one epoch, and reports (positions done, total). After an error the state must not be used any
  // longer. Errors: kStopped when `stop` was set; the loss is no number any longer.
  Result<EpochResult> run_epoch(const std::function<void(std::uint64_t, std::uint64_t)>& report,
                                const std::atomic<bool>& stop);

  const TrainingState& state() const { return state_; }

 private:
  struct Losses {
    double loss = 0;     // sums
    double entropy = 0;  // of the targets
  };

  std::uint64_t steps_per_epoch() const;
  Status validate(Losses& losses, const std::function<void(std::uint64_t)>& report,
                  const std::atomic<bool>& stop);
  Status add_epoch(double rate, const Losses& training, const Losses& validation);

  const TrainingData& data_;
  TrainingSettings settings_;
  Trainer& trainer_;
  const ParallelFor& parallel_;
  TrainingState state_;
};

// The texts of a checkpoint.
struct CheckpointTexts {
  std::string header, epochs;
};

std::vector<std::byte> encode_checkpoint(const CheckpointTexts& texts, const TrainingState& state);

// A whole checkpoint that need not belong to the training in question.
class Checkpoint {
 public:
  // Errors: kCorrupt; kUnsupported for another kind of file.
  static Result<Checkpoint> open(std::span<const std::byte> file);

  CheckpointTexts texts() const;
  // Returns the state of the training. `epochs` are the results that the texts tell, `model` is the shape of
  // the trained model. Errors: kCorrupt.
  Result<TrainingState> state(std::vector<EpochResult> epochs, const ModelShape& model) const;

 private:
  explicit Checkpoint(codec::Container file) : file_(std::move(file)) {}
  codec::Container file_;
};

}  // namespace tabiya::booksearch
