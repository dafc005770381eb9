// The PairOracles of 0.1, with either evaluation.
#pragma once

#include <memory>

#include "core/games/zero_point_one/evaluation.h"
#include "core/setup/network_oracle.h"
#include "core/setup/pair_oracle.h"
#include "core/setup/separable_oracle.h"

namespace tabiya::zero_point_one {

using LinearOracle = SeparableOracle<Rules, LinearEvaluation>;
using NetworkOracle = tabiya::NetworkOracle<Rules, Features>;

std::unique_ptr<PairOracle> make_oracle();
// `network` has passed check_features().
std::unique_ptr<PairOracle> make_oracle(std::shared_ptr<const PackedNetwork> network,
                                        const KernelSet& kernels);

}  // namespace tabiya::zero_point_one
