#include "tools/bench/zero_point_one/network_bench.h"

#include <algorithm>
#include <type_traits>

#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/module.h"
#include "core/games/zero_point_one/setup.h"
#include "tools/assets/network_input.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

PackedNetwork bench_network(const BenchOptions& options) {
  if (!options.network.empty()) return load_network(options.network, zero_point_one::module());
  NetworkWeights weights({zero_point_one::kFeatures, 128});
  Random random(1);
  visit_arrays(weights, [&](auto numbers, int limit, const char*) {
    const auto bound = static_cast<std::uint32_t>(std::min(limit, 127));
    for (auto& number : numbers) {
      number = static_cast<std::remove_reference_t<decltype(number)>>(
          static_cast<int>(random.below(2 * bound + 1)) - static_cast<int>(bound));
    }
  });
  return take(PackedNetwork::make(std::move(weights)), "bench");
}

std::vector<const KernelSet*> runnable_kernels() {
  std::vector<const KernelSet*> sets;
  for (const KernelSet& set : kernel_sets()) {
    if (set.supported()) sets.push_back(&set);
  }
  return sets;
}

std::vector<SetupId> bench_setup_ids(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<SetupId> ids(size);
  for (SetupId& id : ids) {
    id = random.below(zero_point_one::SetupRanking::size());
  }
  return ids;
}

}  // namespace tabiya::tools
