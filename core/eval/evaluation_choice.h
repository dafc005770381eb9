// What to evaluate with, chosen at run time.
#pragma once

#include <memory>

#include "core/eval/feature_weights.h"
#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"

namespace tabiya {

// A network, or weights of features, or neither: then what is built into the game.
struct EvaluationChoice {
  std::shared_ptr<const PackedNetwork> network;
  const KernelSet* kernels = nullptr;             // for the network
  std::shared_ptr<const FeatureWeights> weights;  // if there is no network
};

}  // namespace tabiya
