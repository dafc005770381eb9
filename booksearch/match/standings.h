// The pairings of a match, which tell which engines meet in which game, and the standings of the engines, from
// its games. Engines are counted from 0, in the order in which they were named.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "booksearch/match/referee.h"
#include "booksearch/match/statistics.h"

namespace tabiya::booksearch {

// The same two engines play games 2 p and 2 p + 1, with the same opening; in the even one the engine that was
// named first has side 0. All pairings play an opening before any of them plays the next.
class Pairings {
 public:
  // Pairs each engine with each other one, or, in a gauntlet, only the first one with each other one. There
  // must be at least two engines.
  explicit Pairings(std::size_t engines = 2, bool is_gauntlet = false) : engines_(engines) {
    for (std::size_t a = 0; a < (is_gauntlet ? 1 : engines); ++a)
      for (std::size_t b = a + 1; b < engines; ++b) pairings_.push_back({a, b});
  }

  std::size_t engines() const { return engines_; }
  std::size_t size() const { return pairings_.size(); }
  const std::array<std::size_t, 2>& operator[](std::size_t pairing) const { return pairings_[pairing]; }

  std::size_t pairing_of(std::uint64_t game) const { return static_cast<std::size_t>(game / 2 % size()); }
  std::uint64_t opening_of(std::uint64_t game) const { return game / 2 / size(); }
  std::size_t engine_of(std::uint64_t game, std::size_t side) const {
    return pairings_[pairing_of(game)][(game + side) % 2];
  }

 private:
  std::size_t engines_;
  std::vector<std::array<std::size_t, 2>> pairings_;
};

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
