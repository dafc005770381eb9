#include "tools/books/move_weights.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace tabiya::tools {
namespace {

struct WeightFormula {
  const char* name;
  double (*weight)(const BookMove& move);
};

constexpr WeightFormula kFormulas[] = {
    {"results", [](const BookMove& m) { return 4.0 * m.wins - 2.0 * m.losses + m.draws; }},
    {"score", [](const BookMove& m) { return 1.0 * m.games + m.wins - m.losses; }},
    {"games", [](const BookMove& m) { return 1.0 * m.games; }},
    {"wilson",
     [](const BookMove& m) {
       const double decided = 1.0 * m.wins + m.draws + m.losses;
       return std::round(10'000 * wilson_lower_bound(m.wins + 0.5 * m.draws, decided));
     }},
};

}  // namespace

std::vector<std::string> weight_formulas() {
  std::vector<std::string> names;
  for (const WeightFormula& formula : kFormulas) names.emplace_back(formula.name);
  return names;
}

std::uint64_t weight_of(const BookMove& move, const std::string& formula) {
  const auto found =
      std::ranges::find_if(kFormulas, [&](const WeightFormula& each) { return formula == each.name; });
  if (found == std::end(kFormulas)) return 0;
  return static_cast<std::uint64_t>(std::max(found->weight(move), 0.0));
}

double wilson_lower_bound(double score, double games) {
  if (games <= 0) return 0;
  constexpr double kDeviations = 1.96;
  const double share = score / games, squared = kDeviations * kDeviations / games;
  const double spread = kDeviations * std::sqrt(share * (1 - share) / games + squared / (4 * games));
  return std::max(0.0, (share + squared / 2 - spread) / (1 + squared));
}

}  // namespace tabiya::tools
