#include <memory>

#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"

namespace tabiya::tools {
namespace {

struct UnpackOptions {
  std::string input;
  UnpackRequest request;
  OutputOptions output;
  bool json = false;
};

int run_unpack(const UnpackOptions& options) {
  check_output(options.output, options.json);
  const std::string packed = read_input(asset_path(options.input), 2 * kMaxAsset);
  const UnpackedAsset unpacked = unpack_asset(packed, options.request, input_name(options.input));
  write_output(options.output, unpacked.content);
  const std::string_view format = unpacked.encoding->name;
  if (options.output.path != "-")
    print_json_or_line(
        options.json,
        {{"format", format}, {"bytes_in", packed.size()}, {"bytes_out", unpacked.content.size()}},
        "{}: {} bytes in, {} bytes out ({})", options.output.path, packed.size(), unpacked.content.size(),
        format);
  return kSuccess;
}

}  // namespace

CommandRun unpack(CommandLine& app) {
  const auto options = std::make_shared<UnpackOptions>();
  UnpackRequest& request = options->request;
  app.add_option(
         "INPUT", options->input,
         "Output of `pack`. `shipped`, `shipped-lines` and `shipped-net` are the shipped books and network; - is standard input")
      .required()
      .type_name("FILE");
  add_encoding_option(app, "--from", "Input format. Recognised unless given",
                      [&request](const codec::Encoding& encoding) { request.encoding = &encoding; });
  app.add_flag("--plain", request.plain,
               "Write the bytes as they are packed, without decoding. Needs --from");
  add_output_options(app, options->output);
  add_json_option(app, options->json);
  app.footer("Example: tabiya unpack book.h --out book.tbk");
  return [options] { return run_unpack(*options); };
}

}  // namespace tabiya::tools
