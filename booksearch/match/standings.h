// The standings of a match's engines, from its games.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "booksearch/match/pairings.h"
#include "booksearch/match/referee.h"
#include "booksearch/match/statistics.h"

namespace tabiya::booksearch {

// Returns the half points of that engine of the pairing that was named first: 0, 1 or 2.
int half_points(std::uint64_t game, const std::optional<std::size_t>& winner);

// Adds up results of a pairing, in any order.
class Scoreboard {
 public:
  void add(std::uint64_t game, int half_points);
  const Tally& tally() const { return tally_; }

 private:
  Tally tally_;
  std::map<std::uint64_t, int> unfinished_pairs_;  // half points of the game that was played
};

// The games that an engine lost otherwise than on the board.
struct Forfeits {
  std::map<std::string, std::uint64_t> games;  // by the name of their ending
  std::string detail;                          // of the last one that has any

  std::uint64_t count() const;
};

// The score of a match, whose games may come in any order.
class MatchScore {
 public:
  explicit MatchScore(const Pairings& pairings = Pairings());

  void add(const GameRecord& record);  // a game counts once

  const std::set<std::uint64_t>& played() const { return played_; }                 // numbers of games
  const std::vector<Scoreboard>& scoreboards() const { return scoreboards_; }       // by pairing
  const std::vector<Forfeits>& forfeits() const { return forfeits_; }               // by engine
  const std::array<std::uint64_t, 2>& won_by_side() const { return won_by_side_; }  // games
  const std::vector<std::uint64_t>& used_ms() const { return used_ms_; }            // by engine

 private:
  Pairings pairings_;
  std::set<std::uint64_t> played_;
  std::vector<Scoreboard> scoreboards_;
  std::vector<Forfeits> forfeits_;
  std::array<std::uint64_t, 2> won_by_side_{};
  std::vector<std::uint64_t> used_ms_;
};

// The result of one engine in a match of more than two.
struct Standing {
  std::size_t engine = 0;
  Tally tally{};                                // of all its games, from its view
  std::optional<EloEstimate> estimate{};        // against all that it has met, taken together
  std::vector<std::optional<Tally>> against{};  // by engine; nothing for those that it does not meet
};

// Returns the standings with the best score first; among equals, the engine that was named first comes first.
// `scoreboards` are those of the pairings.
std::vector<Standing> standings(const Pairings& pairings, const std::vector<Scoreboard>& scoreboards);

}  // namespace tabiya::booksearch
