#include <memory>
#include <string>
#include <vector>

#include "core/game/game_module.h"
#include "core/search/value_text.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

struct EvalOptions {
  PositionArgument position;
  std::string positions;  // a file with one on each line; empty for none
  std::string network;    // empty: as chosen_evaluation() has it
  bool json = false;
};

struct Input {
  PositionHandle position;
  std::string where;  // for messages
};

// All inputs are read before the first value is printed: there is no output for input that is partly
// unusable.
std::vector<Input> inputs_of(const GameModule& game, const EvalOptions& options,
                             const std::vector<InputLine>& lines) {
  std::vector<Input> inputs;
  if (options.positions.empty()) {
    inputs.push_back({position_of(options.position), "POSITION"});
  } else {
    for (const InputLine& line : lines)
      inputs.push_back({parse_position_text(game, line.text, line.where), line.where});
  }
  for (const Input& input : inputs) check_setups_placed(game, *input.position, input.where);
  return inputs;
}

int run_eval(const EvalOptions& options) {
  if (options.positions.empty() && options.position.text.empty())
    throw Failure("eval: no position given; name a POSITION or --positions FILE");
  std::vector<InputLine> lines;
  if (!options.positions.empty()) lines = read_lines(options.positions);
  const GameModule& game =
      lines.empty() ? game_of(options.position)
                    : recognised_game(options.position.game, lines.front().text, lines.front().where);
  const std::vector<Input> inputs = inputs_of(game, options, lines);
  const auto engine = take_fitting(
      game.make_engine(chosen_evaluation(game, options.network), {.table_bytes = 0}), game, options.network);
  std::vector<Score> values;
  for (const Input& input : inputs) values.push_back(take(engine->evaluate(*input.position), input.where));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const View view = view_of(game, *inputs[i].position);
    print_json_or_line(options.json, {{"eval", values[i]}, {"view", view.name}}, "{}",
                       value_text(values[i], view));
  }
  return kSuccess;
}

}  // namespace

CommandRun eval(CommandLine& app) {
  const auto options = std::make_shared<EvalOptions>();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  app.add_option("--positions", options->positions,
                 "Evaluate each line of this file instead; - is standard input")
      .type_name("FILE")
      .excludes("POSITION")
      .excludes("--moves");
  add_network_option(app, options->network).default_text(kShipped);
  add_json_option(app, options->json);
  app.footer(
      "Values are from the side to move's view, as logit and winning chances. JSON has logit x 10,000.\n"
      "Example: tabiya eval startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\"");
  return [options] { return run_eval(*options); };
}

}  // namespace tabiya::tools
