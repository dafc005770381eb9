// The POSITION of 0.1 that many commands take, and the moves that are played from it.
#pragma once

#include <string>

#include "core/games/zero_point_one/position.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

struct PositionArgument {
  std::string text;   // a position in its notation, or "startpos"
  std::string moves;  // in wire notation, setups included
};

// POSITION and --moves. POSITION is required unless `may_be_absent`.
void add_position_argument(CommandLine& app, PositionArgument& argument, bool may_be_absent = false);

// Throws Failure.
zero_point_one::Position position_of(const PositionArgument& argument);

// Refuses a position of the setup phase, which holds nothing to evaluate or search. Throws Failure.
void check_setups_placed(const zero_point_one::Position& position, const std::string& where);

// "startpos" or the notation of a position; `where` is for the message. Throws Failure.
zero_point_one::Position parse_position_text(const std::string& text, const std::string& where);

}  // namespace tabiya::tools
