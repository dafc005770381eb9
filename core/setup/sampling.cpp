#include "core/setup/sampling.h"

#include <algorithm>
#include <unordered_set>

namespace tabiya {

// Floyd's algorithm (Bentley and Floyd, "A sample of brilliance", CACM 1987): as many draws as numbers.
std::vector<std::uint32_t> sample_below(std::uint32_t bound, std::uint32_t size, Random& random) {
  std::unordered_set<std::uint32_t> chosen;
  for (std::uint32_t last = bound - size; last < bound; ++last) {
    if (!chosen.insert(random.below(last + 1)).second) chosen.insert(last);
  }
  std::vector<std::uint32_t> sample(chosen.begin(), chosen.end());
  std::ranges::sort(sample);
  return sample;
}

std::vector<SetupId> sample_normalised(const SetupSpace& space, std::size_t size, std::uint64_t seed) {
  const std::vector<SetupId> all = space.normalised_ids();
  if (size >= all.size()) return all;
  Random random(seed);
  std::vector<SetupId> sample;
  for (const std::uint32_t index :
       sample_below(static_cast<std::uint32_t>(all.size()), static_cast<std::uint32_t>(size), random)) {
    sample.push_back(all[index]);
  }
  return sample;
}

}  // namespace tabiya
