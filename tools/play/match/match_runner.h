// Plays the games of a match, several at a time.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/play/match/adjudication.h"
#include "tools/play/match/openings.h"
#include "tools/play/match/pairings.h"
#include "tools/play/match/referee.h"
#include "tools/play/match/statistics.h"

namespace tabiya::tools {

// Half points of the engine of the pairing that was named first: 0, 1 or 2.
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

// The games that one of the engines lost otherwise than on the board.
struct Forfeits {
  std::map<std::string, std::uint64_t> games;  // by the name of their ending
  std::string detail;                          // of the last one that has any

  std::uint64_t count() const;
};

// What a match was, apart from its score.
struct MatchFacts {
  std::array<std::uint64_t, 2> won_by_side{};  // games
  std::vector<std::uint64_t> used_ms{};        // by engine
};

struct MatchPlan {
  const GameModule* game = nullptr;  // which has a line protocol
  std::vector<MatchEngine> engines;
  Pairings pairings{};  // of them
  std::uint64_t games = 0;
  std::function<Opening(std::uint64_t number)> opening;  // called from several threads
  // kEngines: each side chooses its setup itself, so that games begin without an opening.
  OpeningSource openings = OpeningSource::kGiven;
  int concurrency = 1;
  AdjudicationRules adjudication{};
  // Of a round of a tournament between two engines: the games begin without opening, one at a time, and choices are refereed by these
  // rules. Null: none.
  const RoundRules* round = nullptr;
  std::uint64_t seed = 0;  // of the choices of setups that this program makes
};

// Called for each game that was played, in their order, by one thread at a time. The match ends when it returns false.
using OnGame = std::function<bool(std::uint64_t game, const GameResult& result)>;

// Plays the games that are not in `played`. Throws what a game throws, and what `on_game` does; the games
// under way are given up then.
void run_match(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
               const std::atomic<bool>& interrupted);

}  // namespace tabiya::tools
