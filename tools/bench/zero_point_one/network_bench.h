// Shared parts of the measurements with networks.
#pragma once

#include <vector>

#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"
#include "core/random.h"
#include "core/setup/setup_space.h"
#include "tools/bench/bench.h"

namespace tabiya::tools {

// The network named in the options, or one of random numbers in the published shape: the time of an
// evaluation does not depend on them.
PackedNetwork bench_network(const BenchOptions& options);

// The kernels that this machine can run, the scalar one first.
std::vector<const KernelSet*> runnable_kernels();

// `size` setups of 0.1 drawn at random.
std::vector<SetupId> bench_setup_ids(std::size_t size, std::uint64_t seed);

}  // namespace tabiya::tools
