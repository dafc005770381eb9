#include <memory>

#include <CLI/CLI.hpp>

#include "tools/asset.h"
#include "tools/command.h"
#include "tools/failure.h"
#include "tools/input.h"

namespace tabiya::tools {
namespace {

int run_unpack(const PackingOptions& options) {
  check_packing(options);
  const std::string packed = read_input(options.input, 2 * kMaxAsset);
  const Wrapping wrapping = options.wrapping.value_or(recognise(packed));
  const std::string asset = unwrap(packed, wrapping, input_name(options.input));
  write_output(options.output, asset);
  report_packing(options, wrapping, packed.size(), asset.size());
  return kSuccess;
}

}  // namespace

CommandRun unpack(CLI::App& app) {
  const auto options = std::make_shared<PackingOptions>();
  add_packing_options(app, *options, "--from", "How it is wrapped (recognised unless given)");
  app.footer("Example: tabiya unpack book.tbk.zst --out book.tbk");
  return [options] { return run_unpack(*options); };
}

}  // namespace tabiya::tools
