#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "tools/assets/network_input.h"
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

int run_info(const Options& options) {
  const nlohmann::ordered_json facts = info_json(load_named_network(options.network));
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
