// The file of a match: a line of JSON that says what is played, then one for each game, in the order in which
// they ended. Lines are added as games end, so that a match that was killed can go on from its file.
#pragma once

#include <cstdint>
#include <fstream>
#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "tools/match/match_runner.h"

namespace tabiya::tools {

// game (from 0), red and blue (the engines), winner ("red", "blue" or null), ending, plies, times, moves
nlohmann::ordered_json record_of(std::uint64_t game, const GameResult& result);

class GameRecords {
 public:
  // Begins a file whose first line is `header`, or goes on with one that has the same header. Fills `played`
  // and `scoreboard` with what it holds. A last line that was cut short is dropped. Throws Failure.
  GameRecords(const std::string& path, const nlohmann::ordered_json& header, bool resume, bool force);

  void add(std::uint64_t game, const GameResult& result);  // throws Failure

  const std::set<std::uint64_t>& played() const { return played_; }
  const Scoreboard& scoreboard() const { return scoreboard_; }

 private:
  void load(const std::string& text, const nlohmann::ordered_json& header);
  void write_line(const nlohmann::ordered_json& line);

  std::string path_;
  std::ofstream file_;
  std::set<std::uint64_t> played_;
  Scoreboard scoreboard_;
};

}  // namespace tabiya::tools
