#include <memory>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "tools/assets/network_input.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/learn/network_shrinking.h"

namespace tabiya::tools {
namespace {

struct NetShrinkOptions {
  std::string network;
  PackRequest request;
  ShrinkingSample sample;
  OutputOptions output;
  bool json = false;
};

int run_shrink(const NetShrinkOptions& options) {
  check_output(options.output, options.json);
  const NamedNetwork network = load_named_network(options.network);
  const ShrunkNetwork shrunk = shrunk_network(
      network, options.sample,
      [&](const NamedNetwork& smaller) { return pack_network(smaller, options.request).output; },
      [&](std::string_view output) { return options.request.limits.excess(output); },
      input_name(options.network));
  write_output(options.output, shrunk.output);
  if (options.json) {
    Json facts = shrunk_json(shrunk);
    facts["network"] = options.output.path;
    facts["bytes"] = shrunk.output.size();
    print_json(facts);
  } else if (options.output.path != "-") {
    print_line("{}: {} bytes", options.output.path, shrunk.output.size());
    if (shrunk.positions > 0) print_shrunk(shrunk);
  }
  return kSuccess;
}

}  // namespace

CommandRun net_shrink(CommandLine& app) {
  const auto options = std::make_shared<NetShrinkOptions>();
  options->request.encoding = &codec::kRaw;
  add_network_argument(app, options->network);
  app.add_option("--max-bytes", options->request.limits.bytes, "What the output may take")
      .required()
      .type_name("N")
      .whole_number(1);
  add_shrinking_options(app, options->sample.positions);
  add_game_option(app, options->sample.game);
  add_encoding_option(app, "--to", "Output format", [options](const codec::Encoding& encoding) {
    options->request.encoding = &encoding;
  }).default_text("raw");
  add_output_options(app, options->output);
  add_json_option(app, options->json);
  app.footer(
      "Rounds the rows of the first layer, those most that positions need least, until the network fits. It is the\n"
      "same for the same network, positions and limit. All commands that take networks read the output.\n"
      "Example: tabiya net shrink shipped --max-bytes 500000 --out small.tbp");
  return [options] { return run_shrink(*options); };
}

}  // namespace tabiya::tools
