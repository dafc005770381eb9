#include "tools/asset.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include "codec/base128.h"
#include "codec/container.h"
#include "codec/zstd_frame.h"
#include "tools/failure.h"
#include "tools/options.h"
#include "tools/print.h"

namespace tabiya::tools {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) { return std::as_bytes(std::span(text)); }

std::string text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace

void add_packing_options(CLI::App& app, PackingOptions& options, const char* name, const char* meaning) {
  app.add_option("INPUT", options.input, "What to read; - is standard input")->required()->type_name("FILE");
  const auto set_wrapping = [&options](const std::string& value) {
    const auto found = std::ranges::find(kWrappingNames, value);
    options.wrapping = static_cast<Wrapping>(found - std::begin(kWrappingNames));
  };
  app.add_option_function<std::string>(name, set_wrapping, meaning)
      ->type_name("FORMAT")
      ->check(CLI::IsMember(std::vector<std::string>(std::begin(kWrappingNames), std::end(kWrappingNames))));
  add_output_options(app, options.output);
  add_json_option(app, options.json);
}

void check_packing(const PackingOptions& options) {
  if (options.json && options.output.path == "-")
    throw Failure("--json and --out - both need standard output; give --out a file");
  check_output(options.output);
}

void report_packing(const PackingOptions& options, Wrapping wrapping, std::size_t bytes_in,
                    std::size_t bytes_out) {
  const std::string_view name = kWrappingNames[static_cast<std::size_t>(wrapping)];
  if (options.json) {
    print_json({{"format", name}, {"bytes_in", bytes_in}, {"bytes_out", bytes_out}});
  } else if (options.output.path != "-") {
    print_line("{}: {} bytes in, {} bytes out ({})", options.output.path, bytes_in, bytes_out, name);
  }
}

Wrapping recognise(std::string_view content) {
  if (content.starts_with("\x28\xB5\x2F\xFD")) return Wrapping::kZstd;
  if (codec::looks_like_container(bytes_of(content))) return Wrapping::kRaw;
  return Wrapping::kBase128;
}

std::string wrap(std::string_view asset, Wrapping wrapping) {
  switch (wrapping) {
    case Wrapping::kBase128:
      return codec::encode_base128(bytes_of(asset));
    case Wrapping::kZstd:
      return text_of(take(codec::compress_zstd(bytes_of(asset)), "zstd"));
    case Wrapping::kRaw:
      break;
  }
  return std::string(asset);
}

std::string unwrap(std::string_view content, Wrapping wrapping, std::string_view where) {
  switch (wrapping) {
    case Wrapping::kBase128:
      return text_of(
          take(codec::decode_base128_bytes(content), where, "is it base-128 text? --from says otherwise"));
    case Wrapping::kZstd:
      return text_of(take(codec::decompress_zstd(bytes_of(content), kMaxAsset), where));
    case Wrapping::kRaw:
      break;
  }
  return std::string(content);
}

}  // namespace tabiya::tools
