// The choice of an evaluation at run time.
#pragma once

#include <memory>

#include "core/eval/feature_weights.h"
#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"

namespace tabiya {

// A network, or weights of features; with neither, the game's built-in evaluation.
struct EvaluationChoice {
  std::shared_ptr<const PackedNetwork> network;
  const KernelSet* kernels = nullptr;             // for the network
  std::shared_ptr<const FeatureWeights> weights;  // if there is no network
};

}  // namespace tabiya
