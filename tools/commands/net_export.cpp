#include <memory>

#include <fmt/format.h>

#include "tools/assets/network_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct NetExportOptions {
  std::string network;
  std::string format = network_formats().front();
  OutputOptions output;
};

int run_export(const NetExportOptions& options) {
  check_output(options.output);
  const NetworkWeights weights = load_named_network(options.network).weights;
  const std::string text = published_format(weights.shape.features, options.format).write(weights);
  write_output(options.output, text);
  if (options.output.path != "-") print_line("{}: {} bytes", options.output.path, text.size());
  return kSuccess;
}

}  // namespace

CommandRun net_export(CommandLine& app) {
  const auto options = std::make_shared<NetExportOptions>();
  add_network_argument(app, options->network);
  app.add_option("--to", options->format, "Output format")
      .type_name("FORMAT")
      .one_of(network_formats())
      .capture_default_str();
  add_output_options(app, options->output);
  app.footer(fmt::format("Example: tabiya net export network.tbn --to {} --out nnue_weights.base128",
                         options->format));
  return [options] { return run_export(*options); };
}

}  // namespace tabiya::tools
