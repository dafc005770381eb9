#include <memory>

#include "core/eval/wazirdrop_network.h"
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

struct Options {
  std::string input;
  std::string format = "wazirdrop";
  std::string game = default_game();
  std::string name;
  std::string provenance;
  OutputOptions output;
};

int run_import(const Options& options) {
  const std::uint32_t features = game_named(options.game).network_features();
  if (features == 0) throw Failure(options.game + " knows no networks: `net import` has nothing to do");
  check_output(options.output);
  const std::string text = read_input(options.input, kMaxNetworkFile);
  const std::string source = input_name(options.input);
  NamedNetwork network;
  network.weights = take(import_wazirdrop_network(text, features), source,
                         "a published network is one string of base-128 text and nothing else");
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
  const auto options = std::make_shared<Options>();
  app.add_option("INPUT", options->input, "The network to read; - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--from", options->format, "Its format: wazirdrop")
      .type_name("FORMAT")
      .one_of({"wazirdrop"})
      .capture_default_str();
  add_game_option(app, options->game);
  app.add_option("--name", options->name, "A name to keep with it")
      .type_name("TEXT")
      .check(network_text_fault);
  app.add_option("--provenance", options->provenance, "Where the numbers come from, to keep with them")
      .type_name("TEXT")
      .check(network_text_fault);
  add_output_options(app, options->output);
  app.footer("Example: tabiya net import nnue_weights.base128 --from wazirdrop --out network.tbn");
  return [options] { return run_import(*options); };
}

}  // namespace tabiya::tools
