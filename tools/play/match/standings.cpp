#include "tools/play/match/standings.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tabiya::tools {
namespace {

// The same games from the view of the other engine.
Tally reversed(Tally tally) {
  std::swap(tally.wins, tally.losses);
  std::ranges::reverse(tally.pairs);
  return tally;
}

void add(Tally& sum, const Tally& tally) {
  sum.wins += tally.wins;
  sum.draws += tally.draws;
  sum.losses += tally.losses;
  for (std::size_t i = 0; i < sum.pairs.size(); ++i) sum.pairs[i] += tally.pairs[i];
}

}  // namespace

std::vector<Standing> standings(const Pairings& pairings, const std::vector<Scoreboard>& scoreboards) {
  std::vector<Standing> table(pairings.engines());
  for (std::size_t engine = 0; engine < table.size(); ++engine) {
    table[engine].engine = engine;
    table[engine].against.resize(table.size());
  }
  for (std::size_t pairing = 0; pairing < pairings.size(); ++pairing) {
    const auto [a, b] = pairings[pairing];
    table[a].against[b] = scoreboards[pairing].tally();
    table[b].against[a] = reversed(scoreboards[pairing].tally());
  }
  for (Standing& standing : table) {
    for (const auto& tally : standing.against)
      if (tally) add(standing.tally, *tally);
    standing.estimate = estimate_elo(standing.tally);
  }
  std::ranges::stable_sort(table, std::greater(), [](const Standing& one) { return one.tally.score(); });
  return table;
}

}  // namespace tabiya::tools
