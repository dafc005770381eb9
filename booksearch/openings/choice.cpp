#include "booksearch/openings/choice.h"

#include <algorithm>

namespace tabiya::booksearch {

std::vector<std::uint32_t> choose(std::span<const Verdict> verdicts, const Wishes& wishes, double least) {
  struct Entry {
    std::uint32_t candidate;
    double probability;
    std::uint64_t order;
  };
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < verdicts.size(); ++i) {
    const double probability = verdicts[i].probability;
    if (probability > 0 && probability >= least)
      entries.push_back({i, probability, wishes.order ? wishes.order(i) : i});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    if (a.probability != b.probability) return a.probability > b.probability;
    return a.order != b.order ? a.order < b.order : a.candidate < b.candidate;
  });
  std::vector<std::uint32_t> chosen;
  for (const Entry& entry : entries) {
    if (wishes.wanted != 0 && chosen.size() == wishes.wanted) break;
    const auto is_near = [&](std::uint32_t other) { return wishes.are_near(entry.candidate, other); };
    if (!wishes.are_near || std::ranges::none_of(chosen, is_near)) chosen.push_back(entry.candidate);
  }
  return chosen;
}

}  // namespace tabiya::booksearch
