// What a setup adds to the accumulators of both sides, before the first move.
//
// A side sees its own pieces and the other's by where its own wazir stands and by nothing else of its setup.
// So the accumulator of a side is the sum of an own part, which depends on its setup alone, and of the other
// setup's part seen from its wazir's square. As the view is the same for both colours, so are the parts.
#pragma once

#include <cstdint>

#include "core/eval/kernels/kernel.h"
#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/setup.h"

namespace tabiya::zero_point_one {

class SetupParts {
 public:
  SetupParts(const PackedNetwork& network, const Kernel& kernel) : network_(&network), kernel_(&kernel) {}

  // In the accumulator of the setup's owner; the embedding's bias is in it. `part` has room for the width.
  void own(const Setup& setup, std::int16_t* part) const;

  // In the other side's accumulator, whose wazir is piece `wazir` of his canonical setup.
  void seen(const Setup& setup, int wazir, std::int16_t* part) const;

 private:
  const PackedNetwork* network_;
  const Kernel* kernel_;
};

}  // namespace tabiya::zero_point_one
