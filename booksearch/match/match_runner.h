// Plays the games of a match, several at a time.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "booksearch/match/adjudication.h"
#include "booksearch/match/openings.h"
#include "booksearch/match/referee.h"
#include "booksearch/match/standings.h"
#include "codec/result.h"

namespace tabiya::booksearch {

struct MatchPlan {
  const GameModule* game = nullptr;  // which has a line protocol
  std::vector<MatchEngine> engines{};
  Pairings pairings{};  // of them
  std::uint64_t games = 0;
  std::function<Opening(std::uint64_t number)> opening{};  // called from several threads
  // kEngines: each side chooses its setup itself, so that games begin without an opening.
  OpeningSource openings = OpeningSource::kGiven;
  int concurrency = 1;
  AdjudicationRules adjudication{};
  // The rules of a round of a tournament between two engines, or null. In a round the games begin without an
  // opening, one at a time, and these rules referee the choices of setups.
  const RoundRules* round = nullptr;
  std::uint64_t seed = 0;  // of the choices of setups that this program makes
};

// Called for each game that was played, in their order, by one thread at a time. The match ends when it returns false.
using OnGame = std::function<bool(const GameRecord& record)>;

// Plays the games that are not in `played`. Errors: those of play_game(). An error gives up the games under
// way, and so does an exception of `on_game`.
Status run_match(const MatchPlan& plan, const std::set<std::uint64_t>& played, const OnGame& on_game,
                 const std::atomic<bool>& interrupted);

}  // namespace tabiya::booksearch
