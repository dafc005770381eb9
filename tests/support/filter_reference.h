// The filter by its definition, which evaluates every pair.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "booksearch/setups/filter/filter.h"

namespace tabiya::booksearch {

inline FilterResult filter_reference(const PairOracle& oracle, std::span<const SetupId> reds,
                                     std::span<const SetupId> blues, std::size_t keep) {
  FilterResult result;
  std::vector<SetupId> ascending(blues.begin(), blues.end());
  std::ranges::sort(ascending);
  const std::unique_ptr<PreparedBlues> prepared = oracle.prepare(ascending);
  const std::unique_ptr<PairScorer> scorer = prepared->scorer();
  std::vector<Score> values(ascending.size());
  for (const SetupId red : reds) {
    scorer->set_red(red);
    scorer->evaluate(0, values);
    const auto minimum = std::ranges::min_element(values);
    result.kept.push_back({red, *minimum, ascending[static_cast<std::size_t>(minimum - values.begin())]});
  }
  std::ranges::sort(result.kept, better);
  result.kept.resize(std::min(keep, result.kept.size()));
  result.pairs = reds.size() * ascending.size();
  return result;
}

}  // namespace tabiya::booksearch
