// The lines in which a UCI engine reports its results.
#pragma once

#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/search/time_control.h"

namespace tabiya::tools {

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
