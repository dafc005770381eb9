#include <memory>

#include <CLI/CLI.hpp>

#include "tools/asset.h"
#include "tools/command.h"
#include "tools/failure.h"
#include "tools/input.h"

namespace tabiya::tools {
namespace {

int run_pack(const PackingOptions& options) {
  check_packing(options);
  const std::string asset = read_input(options.input, kMaxAsset);
  const std::string packed = wrap(asset, *options.wrapping);
  write_output(options.output, packed);
  report_packing(options, *options.wrapping, asset.size(), packed.size());
  return kSuccess;
}

}  // namespace

CommandRun pack(CLI::App& app) {
  const auto options = std::make_shared<PackingOptions>();
  options->wrapping = Wrapping::kBase128;
  add_packing_options(app, *options, "--to", "How to wrap it (base128 unless given)");
  app.footer("Example: tabiya pack book.tbk --to zstd --out book.tbk.zst");
  return [options] { return run_pack(*options); };
}

}  // namespace tabiya::tools
