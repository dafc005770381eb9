#include <memory>

#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/picture.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Move;

struct Options {
  PositionArgument position;
  bool json = false;
};

int run_moves(const Options& options) {
  const zero_point_one::Position position = position_of(options.position);
  if (position.in_setup_phase()) {
    throw Failure(
        "POSITION: a setup is to be placed, any of 10,810,800; `tabiya setups list` prints them, or give "
        "setups with --moves");
  }
  zero_point_one::Moves moves;
  generate_all(position, moves);
  for (const Move move : moves) {
    const std::string wire = format_wire(position, move);
    const std::string readable = format_long(position, move);
    if (options.json) {
      print_json({{"move", wire}, {"long", readable}});
    } else {
      print_line("{:<5} {}", wire, readable);
    }
  }
  if (moves.empty() && !options.json) print_line("none: {}", status_text(position));
  return kSuccess;
}

}  // namespace

CommandRun moves(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_position_argument(app, options->position);
  add_json_option(app, options->json);
  app.footer(
      "A line holds the move in wire and in long notation.\n"
      "Example: tabiya moves startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\"");
  return [options] { return run_moves(*options); };
}

}  // namespace tabiya::tools
