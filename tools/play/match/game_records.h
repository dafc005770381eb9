// The file of a match: a line of JSON that says what is played, then one for each game, in their order; after an
// interruption, games may follow that come before them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tools/cli/json.h"
#include "tools/cli/line_log.h"
#include "tools/play/match/match_runner.h"

namespace tabiya::tools {

// The names of the sides as records have them: "red", "blue".
std::array<std::string, 2> side_fields(const GameModule& game);

// game (from 0), red and blue or what the sides are called (the engines: "first", "second"), winner (a side or null), ending,
// plies, red_ms and blue_ms, moves; "from", the position of the opening, if it is not the game's start; "comments" on
// the last moves, such as "+0.25/12 0.34s", if an engine has told values.
Json record_of(const GameModule& module, std::uint64_t game, const GameResult& result,
               const Pairings& pairings = Pairings());

class GameRecords {
 public:
  // Goes on with the file if there is one to continue with: then played() and the results are what it holds.
  // An empty path stands for no file: the games are counted only. Throws Failure, also for a record that is
  // not of one of the `games` of this match.
  // `module` has a line protocol.
  // `on_record` is called with each record, those that were there included.
  using OnRecord = std::function<void(const Json& record)>;
  GameRecords(const LogOptions& options, const Json& header, const GameModule& module, std::uint64_t games,
              OnRecord on_record = {}, const Pairings& pairings = Pairings());

  void add(std::uint64_t game, const GameResult& result);  // throws Failure

  const std::set<std::uint64_t>& played() const { return played_; }
  const std::vector<Scoreboard>& scoreboards() const { return scoreboards_; }  // by pairing
  const MatchFacts& facts() const { return facts_; }
  const std::vector<Forfeits>& forfeits() const { return forfeits_; }  // by engine

 private:
  void check(const Json& record, std::uint64_t games) const;
  void count(const Json& record);

  const GameModule& module_;
  std::array<std::string, 2> sides_;
  OnRecord on_record_;
  Pairings pairings_;
  std::optional<LineLog> log_;
  std::set<std::uint64_t> played_;
  std::vector<Scoreboard> scoreboards_;
  MatchFacts facts_;
  std::vector<Forfeits> forfeits_;
};

}  // namespace tabiya::tools
