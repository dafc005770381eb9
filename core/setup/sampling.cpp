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

namespace {

// Spaces with more setups are not walked through for a sample of few of them.
constexpr SetupId kMostWalked = SetupId{1} << 24;

// Draws setups until `size` different ones are normalised and not in `except`.
std::vector<SetupId> draw(const SetupSpace& space, std::size_t size, std::span<const SetupId> except,
                          Random& random) {
  std::unordered_set<SetupId> chosen;
  while (chosen.size() < size) {
    const SetupId id = random.below(space.count());
    if (space.is_normalised(id) && !std::ranges::binary_search(except, id)) chosen.insert(id);
  }
  std::vector<SetupId> sample(chosen.begin(), chosen.end());
  std::ranges::sort(sample);
  return sample;
}

}  // namespace

std::vector<SetupId> sample_normalised(const SetupSpace& space, std::size_t size, std::uint64_t seed,
                                       std::span<const SetupId> except) {
  const auto left = static_cast<std::uint32_t>(space.normalised_count() - except.size());
  Random random(seed);
  if (space.count() > kMostWalked && size < left / 2) return draw(space, size, except, random);
  const auto most = static_cast<std::uint32_t>(std::min<std::size_t>(size, left));
  return normalised_at(space, sample_below(left, most, random), except);
}

std::vector<SetupId> normalised_at(const SetupSpace& space, std::span<const std::uint32_t> numbers,
                                   std::span<const SetupId> except) {
  std::vector<SetupId> setups;
  std::uint32_t number = 0;
  if (numbers.empty()) return setups;
  space.for_each_normalised([&](SetupId id) {
    if (!except.empty() && except.front() == id) {
      except = except.subspan(1);
    } else if (number++ == numbers[setups.size()]) {
      setups.push_back(id);
    }
    return setups.size() < numbers.size();
  });
  return setups;
}

std::vector<SetupId> with_mirrors(const SetupSpace& space, std::span<const SetupId> setups) {
  std::vector<SetupId> all(setups.begin(), setups.end());
  for (const SetupId setup : setups) all.push_back(space.mirror(setup));
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace tabiya
