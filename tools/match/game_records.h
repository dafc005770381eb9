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
  // For a new file whose first line is `header`, or one with the same header to go on with: then played()
  // and scoreboard() are what it holds, less a last line that was cut short. The file is touched when the
  // first game is added. An empty path stands for no file: the games are counted only. Throws Failure.
  GameRecords(const std::string& path, const nlohmann::ordered_json& header, bool resume, bool force);

  void add(std::uint64_t game, const GameResult& result);  // throws Failure

  const std::set<std::uint64_t>& played() const { return played_; }
  const Scoreboard& scoreboard() const { return scoreboard_; }

 private:
  void load(const std::string& text);
  void open();
  void write_line(const nlohmann::ordered_json& line);

  std::string path_;
  nlohmann::ordered_json header_;
  std::size_t known_size_ = 0;  // bytes of the file that stay
  std::ofstream file_;
  std::set<std::uint64_t> played_;
  Scoreboard scoreboard_;
};

}  // namespace tabiya::tools
