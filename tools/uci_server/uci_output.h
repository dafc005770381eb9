// The output of a UCI session, from any of its threads, and the log of all input and output; and the lines in
// which an engine reports its results.
#pragma once

#include <fstream>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "core/game/game_module.h"
#include "core/search/time_control.h"

namespace tabiya::tools {

class UciOutput {
 public:
  // Passes each line, without its end, to `write`, one at a time.
  explicit UciOutput(std::function<void(std::string_view)> write) : write_(std::move(write)) {}

  // Writes a line. Control characters in it become blanks.
  void say(std::string_view line);
  // Writes "info string …".
  void note(std::string_view text);

  // Logs a line that was received.
  void heard(std::string_view line);

  // Adds all lines from now on to the end of this file; an empty `path` ends the log. Throws Failure.
  void log_to(const std::string& path);

 private:
  std::function<void(std::string_view)> write_;
  std::mutex mutex_;
  std::ofstream log_;
};

// The style of moves and values.
struct InfoStyle {
  const GameModule* game = nullptr;
  bool in_variant = false;     // moves as GameFacts::uci_variant has them
  bool shows_chances = false;  // wins, draws and losses per mille
};

// The time that a search took, and the use of its table.
struct SearchFigures {
  Duration spent{};
  int table_use = 0;  // per mille
};

// "info depth 8 seldepth 15 multipv 1 score cp 31 …", one for each line of play.
std::vector<std::string> info_lines(const InfoStyle& style, const PositionHandle& root,
                                    const GameSearchResult& result, const SearchFigures& figures);

// "bestmove e2e4 ponder e7e5"
std::string best_move_line(const InfoStyle& style, const PositionHandle& root,
                           const std::vector<MoveText>& pv);

// A move of a position in the given style.
std::string move_in_style(const InfoStyle& style, const GamePosition& position, const MoveText& move);

}  // namespace tabiya::tools
