#include <memory>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/linear_evaluation.h"
#include "tools/command.h"
#include "tools/failure.h"
#include "tools/input.h"
#include "tools/options.h"
#include "tools/position_argument.h"
#include "tools/print.h"

namespace tabiya::tools {
namespace {

using zero_point_one::LinearEvaluation;
using zero_point_one::Position;

struct Options {
  PositionArgument position;
  std::string positions;  // a file with one on each line; empty for none
  bool json = false;
};

// All of them are read before the first value is printed: no output for input that is partly unusable.
std::vector<Position> positions_of(const Options& options) {
  if (options.positions.empty() && options.position.text.empty())
    throw Failure("eval: no position given; name a POSITION or --positions FILE");
  if (options.positions.empty()) return {position_of(options.position)};
  std::vector<Position> positions;
  for (const InputLine& line : read_lines(options.positions))
    positions.push_back(parse_position_text(line.text, line.where));
  return positions;
}

int run_eval(const Options& options) {
  const LinearEvaluation evaluation;
  for (const Position& position : positions_of(options)) {
    LinearEvaluation::State state;
    evaluation.reset(position, state);
    const Score value = evaluation.value(position, state);
    if (options.json) {
      print_json({{"eval", value}});
    } else {
      print_line("{}", value);
    }
  }
  return kSuccess;
}

}  // namespace

CommandRun eval(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  app.add_option("--positions", options->positions, "Evaluate each line of FILE instead; - is standard input")
      ->type_name("FILE")
      ->excludes("POSITION")
      ->excludes("--moves");
  add_json_option(app, options->json);
  app.footer(
      "The value is in logit x 10,000, from the view of the side to move.\n"
      "Example: tabiya eval startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\"");
  return [options] { return run_eval(*options); };
}

}  // namespace tabiya::tools
