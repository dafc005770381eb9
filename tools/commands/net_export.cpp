#include <memory>

#include "core/eval/wazirdrop_network.h"
#include "tools/assets/network_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct Options {
  std::string network;
  std::string format = "wazirdrop";
  OutputOptions output;
};

int run_export(const Options& options) {
  check_output(options.output);
  const std::string text = export_wazirdrop_network(load_named_network(options.network).weights);
  write_output(options.output, text);
  if (options.output.path != "-") print_line("{}: {} bytes", options.output.path, text.size());
  return kSuccess;
}

}  // namespace

CommandRun net_export(CommandLine& app) {
  const auto options = std::make_shared<Options>();
  add_network_argument(app, options->network);
  app.add_option("--to", options->format, "The format to write: wazirdrop")
      .type_name("FORMAT")
      .one_of({"wazirdrop"})
      .capture_default_str();
  add_output_options(app, options->output);
  app.footer("Example: tabiya net export network.tbn --to wazirdrop --out nnue_weights.base128");
  return [options] { return run_export(*options); };
}

}  // namespace tabiya::tools
