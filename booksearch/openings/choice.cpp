#include "booksearch/openings/choice.h"

#include <algorithm>

namespace tabiya::booksearch {

std::vector<std::uint32_t> choose(std::span<const Membership> memberships, const Selection& selection,
                                  double least) {
  struct Entry {
    std::uint32_t candidate;
    double worth;  // expected
    std::uint64_t order;
  };
  std::vector<Entry> entries;
  for (std::uint32_t i = 0; i < memberships.size(); ++i) {
    const double probability = memberships[i].probability;
    if (probability > 0 && probability >= least)
      entries.push_back({i, probability * (selection.worth ? selection.worth(memberships[i].judgement) : 1),
                         selection.order ? selection.order(i) : i});
  }
  std::ranges::sort(entries, [](const Entry& a, const Entry& b) {
    if (a.worth != b.worth) return a.worth > b.worth;
    return a.order != b.order ? a.order < b.order : a.candidate < b.candidate;
  });
  std::vector<std::uint32_t> chosen;
  for (const Entry& entry : entries) {
    if (selection.wanted != 0 && chosen.size() == selection.wanted) break;
    const auto is_near = [&](std::uint32_t other) { return selection.are_near(entry.candidate, other); };
    if (!selection.are_near || std::ranges::none_of(chosen, is_near)) chosen.push_back(entry.candidate);
  }
  return chosen;
}

}  // namespace tabiya::booksearch
