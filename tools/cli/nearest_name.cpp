#include "tools/cli/nearest_name.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <utility>

namespace tabiya::tools {
namespace {

// Levenshtein's distance: insertions, deletions and changes of one character.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t changed = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = std::exchange(row[j + 1], std::min({changed, row[j] + 1, row[j + 1] + 1}));
    }
  }
  return row.back();
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view word, const std::vector<std::string>& names) {
  constexpr double kMostChange = 0.5;
  std::optional<std::string> nearest;
  double least = kMostChange;
  for (const std::string& name : names) {
    if (word.size() > 2 * name.size()) continue;  // more than half of it would be changed
    const double change = static_cast<double>(edit_distance(name, word)) /
                          static_cast<double>(std::max<std::size_t>(name.size(), 1));
    if (change > least || (nearest && change == least)) continue;
    nearest = name;
    least = change;
  }
  return nearest;
}

}  // namespace tabiya::tools
