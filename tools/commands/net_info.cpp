#include <memory>
#include <variant>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/assets/evaluation_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string network;
  bool json = false;
};

nlohmann::ordered_json info_json(const NamedNetwork& network) {
  const NetworkShape shape = network.weights.shape;
  return {{"name", network.name},
          {"provenance", network.provenance},
          {"features", shape.features},
          {"width", shape.width},
          {"layers", fmt::format("{} x 2 -> {} -> {} -> 1", shape.width, kHidden0, kHidden1)},
          {"numbers", number_count(shape)},
          {"fingerprint", fmt::format("{:016x}", fingerprint(network.weights))}};
}

nlohmann::ordered_json info_json(const NamedWeights& model) {
  return {{"name", model.name},
          {"provenance", model.provenance},
          {"game", model.game},
          {"features", model.weights.weights.size()},
          {"layers", "none: a linear model"},
          {"numbers", model.weights.weights.size() + 1},
          {"fingerprint", fmt::format("{:016x}", fingerprint(model.weights))}};
}

int run_info(const Options& options) {
  if (options.network == kLinear || options.network == kMaterial)
    throw Failure(
        fmt::format("NETWORK: '{0}' is built into the program, and no file that could be inspected; "
                    "`--net {0}` evaluates by it",
                    options.network));
  const nlohmann::ordered_json facts = std::visit([](const auto& model) { return info_json(model); },
                                                  load_model(network_path(options.network)));
  if (options.json) {
    print_json(facts);
    return kSuccess;
  }
  for (const auto& [name, value] : facts.items()) {
    print_line("{:<13}{}", name, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return kSuccess;
}

}  // namespace

CommandRun net_info(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_network_argument(app, options->network);
  add_json_option(app, options->json);
  app.footer("Example: tabiya net info network.tbn");
  return [options] { return run_info(*options); };
}

}  // namespace tabiya::tools
