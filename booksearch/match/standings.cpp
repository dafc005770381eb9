#include "booksearch/match/standings.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace tabiya::booksearch {
namespace {

// Returns the tally of the same games from the view of the other engine.
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

int half_points(std::uint64_t game, const std::optional<std::size_t>& winner) {
  if (!winner) return 1;
  return (game + *winner) % 2 == 0 ? 2 : 0;
}

void Scoreboard::add(std::uint64_t game, int half_points) {
  if (half_points == 2) ++tally_.wins;
  if (half_points == 1) ++tally_.draws;
  if (half_points == 0) ++tally_.losses;
  const auto [other, is_first] = unfinished_pairs_.try_emplace(game / 2, half_points);
  if (is_first) return;
  ++tally_.pairs[static_cast<std::size_t>(other->second + half_points)];
  unfinished_pairs_.erase(other);
}

std::uint64_t Forfeits::count() const {
  std::uint64_t count = 0;
  for (const auto& [ending, number] : games) count += number;
  return count;
}

MatchScore::MatchScore(const Pairings& pairings)
    : pairings_(pairings),
      scoreboards_(pairings.size()),
      forfeits_(pairings.engines()),
      used_ms_(pairings.engines()) {}

void MatchScore::add(const GameRecord& record) {
  const std::uint64_t game = record.number;
  const auto& winner = record.winner;
  if (!played_.insert(game).second) return;
  scoreboards_[pairings_.pairing_of(game)].add(game, half_points(game, winner));
  for (std::size_t side = 0; side < record.used.size(); ++side)
    used_ms_[pairings_.engine_of(game, side)] += static_cast<std::uint64_t>(record.used[side].count());
  if (!winner) return;
  ++won_by_side_[*winner];
  if (!is_forfeit(record.ending)) return;
  Forfeits& forfeits = forfeits_[pairings_.engine_of(game, 1 - *winner)];
  ++forfeits.games[record.ending];
  if (!record.detail.empty()) forfeits.detail = record.detail;
}

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

}  // namespace tabiya::booksearch
