// Batches of training data: from packed records to what a trainer takes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "core/games/zero_point_one/training_record.h"
#include "tools/learn/training/trainer.h"

namespace tabiya::tools {

// A board with the own wazir on the diagonal of the triangle of wazir squares looks the same transposed. The
// feature that the piece has then; the feature itself where the wazir stands elsewhere, or for hands.
Feature twin(Feature feature);

struct BatchSettings {
  double mix = 0.75;  // the label's share of the target; the rest is the result's
  // Takes one of both views of a twin at random, for each side.
  std::optional<std::uint64_t> twin_seed = {};
};

// The target of a record: mix * sigmoid(label) + (1 - mix) * (1 won, 0.5 drawn, 0 lost). Of one without a
// result, the label alone.
double target_of(const zero_point_one::TrainingRecord& record, double mix);

// The records with the numbers `which`, in that order. Throws Failure for a record that is none.
Batch make_batch(std::span<const zero_point_one::PackedTrainingRecord> records,
                 std::span<const std::uint32_t> which, const BatchSettings& settings,
                 const ParallelFor& parallel);

// The record with that number. Throws Failure.
zero_point_one::TrainingRecord unpack(std::span<const zero_point_one::PackedTrainingRecord> records,
                                      std::uint32_t number);

// Nats. The least that a loss against this target can be.
double entropy(double target);

// Nats: what saying `logit` of a win with the probability `target` costs.
double cross_entropy(double target, double logit);

}  // namespace tabiya::tools
