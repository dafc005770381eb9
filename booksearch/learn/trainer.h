// The interface of trainers, which take one step of gradient descent at a time. Linear models are trained
// here; networks are trained by code that has matrices, such as the program's module with libtorch.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "booksearch/learn/float_network.h"

namespace tabiya::booksearch {

// A step of Adam (Kingma, Ba, "Adam: a method for stochastic optimization", ICLR 2015), the `steps`-th.
struct AdamStep {
  static constexpr double kMeanDecay = 0.9, kVarianceDecay = 0.999, kEpsilon = 1e-8;

  double size;  // of the step
  double root;  // what the root of the variance is divided by

  AdamStep(std::uint64_t steps, double rate)
      : size(rate / (1 - std::pow(kMeanDecay, static_cast<double>(steps)))),
        root(std::sqrt(1 - std::pow(kVarianceDecay, static_cast<double>(steps)))) {}

  void take(float gradient, float& mean, float& variance, float& number) const {
    mean = static_cast<float>(kMeanDecay * mean + (1 - kMeanDecay) * gradient);
    variance = static_cast<float>(kVarianceDecay * variance + (1 - kVarianceDecay) * gradient * gradient);
    number -= static_cast<float>(size * mean / (std::sqrt(variance) / root + kEpsilon));
  }
};

// The feature that fills up lists of features: it adds nothing. The number before it is the row of the bias.
constexpr Feature padding_of(const ModelShape& model) {
  return static_cast<Feature>((model.tapers ? model.features / 2 : model.features) + 1);
}

// Positions as a network sees them, with their targets.
struct Batch {
  // [size][2][kMaxActiveFeatures], the side to move first; lists are filled up with padding_of(model).
  std::vector<Feature> features;
  std::vector<float> targets;  // win probabilities for the side to move, from 0 to 1
  std::vector<float> phases;   // where weights taper: shares of the middlegame, from 0 to 1

  std::size_t size() const { return targets.size(); }
  std::span<const Feature> list(std::size_t position, std::size_t view) const {
    return std::span(features).subspan((2 * position + view) * kMaxActiveFeatures, kMaxActiveFeatures);
  }
};

// The state from which a training continues.
struct TrainerState {
  FloatNetwork network;
  FloatNetwork mean;      // of the gradients: Adam's first moment
  FloatNetwork variance;  // of the gradients: Adam's second moment
  std::uint64_t steps = 0;

  TrainerState() = default;
  explicit TrainerState(FloatNetwork start)
      : network(std::move(start)), mean(network.shape), variance(network.shape) {}
  bool operator==(const TrainerState&) const = default;
};

// Losses are cross-entropies between target and output as win probabilities, in nats.
class Trainer {
 public:
  virtual ~Trainer() = default;

  virtual void restore(const TrainerState& state) = 0;  // before all else
  virtual TrainerState state() const = 0;

  // Rows of the first layer of a network are multiples of these steps from now on.
  virtual void set_row_steps(const std::vector<std::int32_t>&) {}

  // One step of Adam at the learning rate `rate`, down the mean loss of the batch; the numbers then are cut
  // to their limits. Returns the sum of the losses before the step.
  virtual double step(const Batch& batch, double rate) = 0;

  // The sum of the losses.
  virtual double loss(const Batch& batch) = 0;
};

// Calls work(i) for every i < count, several at a time, and returns when all are done.
using ParallelFor = std::function<void(std::size_t count, const std::function<void(std::size_t)>& work)>;

enum class LinearKind {
  kShared,  // all king buckets share their numbers: pieces on squares
  kOwn,     // each king bucket has its own: pieces on squares for every square of the royal piece
};

// `parallel` must outlive the trainer.
std::unique_ptr<Trainer> make_linear_trainer(const ModelShape& model, LinearKind kind,
                                             const ParallelFor& parallel);

}  // namespace tabiya::booksearch
