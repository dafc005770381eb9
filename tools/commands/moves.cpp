#include <memory>
#include <vector>

#include <fmt/format.h>

#include "core/game/game_module.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

struct MovesOptions {
  PositionArgument position;
  bool json = false;
};

int run_moves(const MovesOptions& options) {
  const PositionHandle position = position_of(options.position);
  if (position->in_setup_phase()) {
    throw Failure(fmt::format(
        "POSITION: a setup is to be placed, any of {}; `tabiya setups list` prints them, or give setups with "
        "--moves",
        setup_phase_of(game_of(options.position), "moves").reds().count()));
  }
  const std::vector<MoveText> moves = position->moves();
  for (const MoveText& move : moves) {
    print_json_or_line(options.json, {{"move", move.wire}, {"long", move.readable}}, "{:<5} {}", move.wire,
                       move.readable);
  }
  if (moves.empty() && !options.json) print_line("none: {}", position->picture().caption);
  return kSuccess;
}

}  // namespace

CommandRun moves(CommandLine& app) {
  const auto options = std::make_shared<MovesOptions>();
  add_position_argument(app, options->position);
  add_json_option(app, options->json);
  app.footer(
      "Each line holds the move in wire and in long notation.\n"
      "Example: tabiya moves startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\"");
  return [options] { return run_moves(*options); };
}

}  // namespace tabiya::tools
