// The PairOracles of 0.1, with either evaluation.
#pragma once

#include <memory>
#include <utility>

#include "core/games/zero_point_one/evaluation.h"
#include "core/setup/network_oracle.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/separable_oracle.h"

namespace tabiya::zero_point_one {

using LinearOracle = SeparableOracle<Rules, LinearEvaluation>;
using NetworkOracle = tabiya::NetworkOracle<Rules, Features>;

static_assert(SetupFeatures<Features>);

inline std::unique_ptr<PairOracle> make_oracle() { return std::make_unique<LinearOracle>(); }
// `network` has passed check_features().
inline std::unique_ptr<PairOracle> make_oracle(std::shared_ptr<const PackedNetwork> network,
                                               const KernelSet& kernels) {
  return std::make_unique<NetworkOracle>(std::move(network), kernels);
}

}  // namespace tabiya::zero_point_one
