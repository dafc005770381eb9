#include "booksearch/setups/filter/mirrors.h"

#include <algorithm>

namespace tabiya::booksearch {

std::vector<SetupId> with_mirrors(const SetupSpace& space, std::span<const SetupId> setups) {
  std::vector<SetupId> all(setups.begin(), setups.end());
  for (const SetupId setup : setups) all.push_back(space.mirror(setup));
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace tabiya::booksearch
