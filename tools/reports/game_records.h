// The file of a match. Its first line of JSON is the header, which describes the match; then it has a line
// for each game, in their order. After an interruption, a game may stand after later ones.
#pragma once

#include <array>
#include <cstdint>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/match/match_runner.h"
#include "booksearch/match/standings.h"
#include "booksearch/work/file_lock.h"
#include "core/game/game_module.h"
#include "tools/cli/json.h"
#include "tools/cli/record_log.h"

namespace tabiya::tools {

// The names of the sides as records have them: "red", "blue".
std::array<std::string, 2> side_fields(const GameModule& game);

// "first", "second", "third", …
std::string ordinal(std::size_t engine);

// The object has game (from 0), red and blue or the game's names of the sides (the engines: "first",
// "second"), winner (a side or null), ending, plies, red_ms and blue_ms, moves; "from", the position of the
// opening, if it is not the game's start; "comments" on the last moves, such as "+0.25/12 0.34s", if an
// engine has told values.
Json json_of(const GameModule& game, const booksearch::GameRecord& record,
             const booksearch::Pairings& pairings = booksearch::Pairings());

class GameRecords {
 public:
  // Continues the file if there is one: the score is then that of the games in it. An empty path stands for
  // no file: the games are counted only. `module` has a line protocol. `on_record` is called with each
  // record, those in the file included. Throws Failure, also for a record that is not of one of the `games`
  // of this match.
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
  std::optional<RecordLog> log_;
};

// A game of a match in Portable Game Notation. `engines` are those of the match, in their order.
std::string pgn_of(const GameModule& game, const std::vector<booksearch::MatchEngine>& engines,
                   const booksearch::Pairings& pairings, const booksearch::GameRecord& record);

// A file that grows by one game at a time. One match at a time writes it.
class PgnFile {
 public:
  // `replace`: the first game overwrites an existing file. Throws Failure, also if another process writes the
  // file.
  PgnFile(const std::string& path, bool replace);

  void add(const std::string& game);  // throws Failure

 private:
  std::string path_;
  booksearch::FileLock lock_;
  std::ofstream file_;
};

}  // namespace tabiya::tools
