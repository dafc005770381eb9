#include "core/games/zero_point_one/oracles.h"

#include <utility>

namespace tabiya::zero_point_one {

static_assert(SetupFeatures<Features>);

std::unique_ptr<PairOracle> make_oracle() { return std::make_unique<LinearOracle>(); }

std::unique_ptr<PairOracle> make_oracle(std::shared_ptr<const PackedNetwork> network,
                                        const KernelSet& kernels) {
  return std::make_unique<NetworkOracle>(std::move(network), kernels);
}

}  // namespace tabiya::zero_point_one
