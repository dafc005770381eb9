#include <memory>

#include <fmt/format.h>

#include "tools/assets/network_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct NetImportOptions {
  std::string input;
  std::string format = network_formats().front();
  std::string game = default_game();
  std::string name;
  std::string provenance;
  OutputOptions output;
};

int run_import(const NetImportOptions& options) {
  const std::uint32_t features = game_named(options.game).facts().network_features;
  if (features == 0) throw Failure(options.game + " has no networks: `net import` cannot be used with it");
  check_output(options.output);
  const std::string text = read_text(options.input, kMaxNetworkFile);
  const std::string source = input_name(options.input);
  NamedNetwork network;
  const NetworkFormat& format = published_format(features, options.format);
  network.weights = take(format.read(text), source, fmt::format("a published network is {}", format.what));
  network.name = options.name;
  network.provenance = options.provenance;
  const std::vector<std::byte> file = encode_network(network);
  write_output(options.output, {reinterpret_cast<const char*>(file.data()), file.size()});
  if (options.output.path != "-") {
    print_line("{}: {} numbers, width {}", options.output.path, number_count(network.weights.shape),
               network.weights.shape.width);
  }
  return kSuccess;
}

}  // namespace

CommandRun net_import(CommandLine& app) {
  const auto options = std::make_shared<NetImportOptions>();
  app.add_option("INPUT", options->input, "Network to read; - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--from", options->format, "Input format")
      .type_name("FORMAT")
      .one_of(network_formats())
      .capture_default_str();
  add_game_option(app, options->game);
  app.add_option("--name", options->name, "Name to store with the network")
      .type_name("TEXT")
      .check(network_text_fault);
  app.add_option("--provenance", options->provenance, "Where the weights come from, to store with them")
      .type_name("TEXT")
      .check(network_text_fault);
  add_output_options(app, options->output);
  app.footer(fmt::format("Example: tabiya net import nnue_weights.base128 --from {} --out network.tbn",
                         options->format));
  return [options] { return run_import(*options); };
}

}  // namespace tabiya::tools
