#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/games/zero_point_one/evaluation.h"
#include "core/search/value_text.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"
#include "tools/play/position_argument.h"

namespace tabiya::tools {
namespace {

using zero_point_one::Position;

struct Options {
  PositionArgument position;
  std::string positions;  // a file with one on each line; empty for none
  std::string network{kShipped};
  bool json = false;
};

struct Input {
  Position position;
  std::string where;  // for messages
};

// All of them are read before the first value is printed: no output for input that is partly unusable.
std::vector<Input> inputs_of(const Options& options) {
  if (options.positions.empty() && options.position.text.empty())
    throw Failure("eval: no position given; name a POSITION or --positions FILE");
  std::vector<Input> inputs;
  if (options.positions.empty()) {
    inputs.push_back({position_of(options.position), "POSITION"});
  } else {
    for (const InputLine& line : read_lines(options.positions))
      inputs.push_back({parse_position_text(line.text, line.where), line.where});
  }
  for (const Input& input : inputs) check_setups_placed(input.position, input.where);
  return inputs;
}

// A network sees the board from where the wazirs stand.
void check_wazirs(const std::vector<Input>& inputs) {
  for (const Input& input : inputs) {
    for (auto side : zero_point_one::kBothSides) {
      if (!input.position.has_wazir(side)) {
        throw Failure(input.where + ": a side has no wazir on the board; a network needs both");
      }
    }
  }
}

template <class Evaluation>
void print_values(const Evaluation& evaluation, const std::vector<Input>& inputs, bool json) {
  for (const Input& input : inputs) {
    typename Evaluation::State state;
    evaluation.reset(input.position, state);
    const Score value = evaluation.value(input.position, state);
    const View view = mover_view(input.position.side_to_move() == zero_point_one::Side::kRed);
    if (json) {
      print_json({{"eval", value}, {"view", view.name}});
    } else {
      print_line("{}", value_text(value, view));
    }
  }
}

int run_eval(const Options& options) {
  const std::vector<Input> inputs = inputs_of(options);
  if (options.network == kLinear) {
    print_values(zero_point_one::LinearEvaluation(), inputs, options.json);
    return kSuccess;
  }
  check_wazirs(inputs);
  const KernelSet& kernels = chosen_kernels();
  const PackedNetwork network = load_network(options.network);
  print_values(zero_point_one::NetworkEvaluation(network, kernels), inputs, options.json);
  return kSuccess;
}

}  // namespace

CommandRun eval(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_position_argument(app, options->position, /*may_be_absent=*/true);
  app.add_option("--positions", options->positions, "Evaluate each line of FILE instead; - is standard input")
      .type_name("FILE")
      .excludes("POSITION")
      .excludes("--moves");
  add_network_option(app, options->network);
  add_json_option(app, options->json);
  app.footer(
      "The value is that of the side to move: logit, and the winning chances. JSON has logit x 10,000.\n"
      "Example: tabiya eval startpos --moves \"AWAAAAAADFFDDDAN addadffdnaaaaawa\"");
  return [options] { return run_eval(*options); };
}

}  // namespace tabiya::tools
