// Batches of training data: from packed records to what a trainer takes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/learn/training_record.h"
#include "tools/learn/training/trainer.h"
#include "tools/learn/training/training_data.h"

namespace tabiya::tools {

struct BatchSettings {
  double mix = 0.75;  // the label's share of the target; the rest is the result's
  // Turns the board at random for each side, where that changes nothing (FeatureSpace::turns).
  std::optional<std::uint64_t> turn_seed = {};
};

// The target of a record: mix * sigmoid(label) + (1 - mix) * (1 won, 0.5 drawn, 0 lost). Of one without a
// result, the label alone.
double target_of(const Lesson& lesson, double mix);

// The shape of a model for the data's game. `width` as ModelShape has it.
ModelShape model_shape(const TrainingData& data, std::uint32_t width);

// The records with the numbers `which`, in that order. Throws Failure for a record that is none.
Batch make_batch(const TrainingData& data, std::span<const std::uint32_t> which,
                 const BatchSettings& settings, const ParallelFor& parallel);

// The position of the record with that number. Throws Failure.
SeenPosition see(const TrainingData& data, std::uint32_t number);

// Nats. The least that a loss against this target can be.
double entropy(double target);

// Nats: what saying `logit` of a win with the probability `target` costs.
double cross_entropy(double target, double logit);

}  // namespace tabiya::tools
