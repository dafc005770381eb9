// The file of a match: a line of JSON that says what is played, then one for each game, in their order; after an
// interruption, games may follow that come before them.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "booksearch/match/standings.h"
#include "tools/cli/json.h"
#include "tools/cli/line_log.h"

namespace tabiya::tools {

// The names of the sides as records have them: "red", "blue".
std::array<std::string, 2> side_fields(const GameModule& game);

// "first", "second", "third", …
std::string ordinal(std::size_t engine);

// game (from 0), red and blue or what the sides are called (the engines: "first", "second"), winner (a side or null), ending,
// plies, red_ms and blue_ms, moves; "from", the position of the opening, if it is not the game's start; "comments" on
// the last moves, such as "+0.25/12 0.34s", if an engine has told values.
Json json_of(const GameModule& game, const booksearch::GameRecord& record,
             const booksearch::Pairings& pairings = booksearch::Pairings());

class GameRecords {
 public:
  // Goes on with the file if there is one to continue with: then the score is that of the games it holds.
  // An empty path stands for no file: the games are counted only. Throws Failure, also for a record that is
  // not of one of the `games` of this match.
  // `module` has a line protocol.
  // `on_record` is called with each record, those that were there included.
  using OnRecord = std::function<void(const booksearch::GameRecord& record)>;
  GameRecords(const LogOptions& options, const Json& header, const GameModule& module, std::uint64_t games,
              OnRecord on_record = {}, const booksearch::Pairings& pairings = booksearch::Pairings());

  void add(const booksearch::GameRecord& record);  // throws Failure

  const booksearch::MatchScore& score() const { return score_; }

 private:
  booksearch::GameRecord read(const Json& json, std::uint64_t games) const;
  void count(const booksearch::GameRecord& record);

  const GameModule& module_;
  OnRecord on_record_;
  booksearch::Pairings pairings_;
  booksearch::MatchScore score_;
  std::optional<LineLog> log_;
};

}  // namespace tabiya::tools
