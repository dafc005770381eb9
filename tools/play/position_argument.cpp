#include "tools/play/position_argument.h"

#include "core/games/zero_point_one/notation.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

void add_position_argument(CommandLine& app, PositionArgument& argument, bool may_be_absent) {
  app.add_option("POSITION", argument.text, "'<rows> <side> <hands> <ply>' or startpos")
      .required(!may_be_absent);
  app.add_option("--moves", argument.moves, "Moves from POSITION, in wire notation, setups included")
      .type_name("\"MOVE ...\"");
}

zero_point_one::Position position_of(const PositionArgument& argument) {
  zero_point_one::Position position = parse_position_text(argument.text, "POSITION");
  take(play_wire_line(position, argument.moves), "--moves");
  return position;
}

void check_setups_placed(const zero_point_one::Position& position, const std::string& where) {
  if (!position.in_setup_phase()) return;
  throw Failure(where + ": the setups are not placed yet, so it has no value; place both, with --moves");
}

zero_point_one::Position parse_position_text(const std::string& text, const std::string& where) {
  if (text == "startpos") return {};
  return take(zero_point_one::parse_position(text), where);
}

}  // namespace tabiya::tools
