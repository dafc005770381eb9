// What a trained evaluation is measured by: its own integers, and what takes no network.
#pragma once

#include <cstdint>
#include <span>

#include "core/eval/evaluation_choice.h"
#include "tools/learn/training/trainer.h"
#include "tools/learn/training/training_data.h"

namespace tabiya::tools {

// The mean cross-entropy (nats) of a network or weights in integers, by the kernels that play, over the
// records with the numbers `which`. `mix` as in batches.h. Throws Failure.
double integer_loss(const EvaluationChoice& evaluation, const TrainingData& data,
                    std::span<const std::uint32_t> which, double mix, const ParallelFor& parallel);

// The same of the best that says one win probability of all positions: what there is to be gained begins
// here.
double constant_loss(const TrainingData& data, std::span<const std::uint32_t> which, double mix);

}  // namespace tabiya::tools
