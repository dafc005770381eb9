#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include <fmt/format.h>

#include "codec/text.h"
#include "tools/assets/languages.h"
#include "tools/assets/packing.h"
#include "tools/assets/shipped.h"
#include "tools/bench/other_compressors.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"
#include "tools/cli/json.h"
#include "tools/cli/options.h"
#include "tools/cli/output_file.h"
#include "tools/cli/print.h"
#include "tools/learn/network_shrinking.h"

namespace tabiya::tools {
namespace {

const std::map<std::string, BookContent> kContents{{"moves", BookContent::kMoves},
                                                   {"order", BookContent::kOrder},
                                                   {"values", BookContent::kValues},
                                                   {"all", BookContent::kAll}};

struct PackOptions {
  std::string input;
  PackRequest request;
  const codec::Encoding* encoding = nullptr;  // as --to has it; null: by the ending of the output
  ShrinkingSample sample;                     // for a network under a limit
  OutputOptions output;
  bool json = false;
};

Json members_of(const std::string& asset, const PackedAsset& packed, const codec::Encoding& encoding) {
  const auto out = static_cast<double>(packed.output.size());
  const auto ratio = [out](std::size_t other) { return out / static_cast<double>(other); };
  Json object{{"kind", packed.kind},
              {"format", encoding.name},
              {"bytes_in", asset.size()},
              {"bytes_out", packed.output.size()},
              {"chars_out", codec::utf16_units(packed.output)},
              {"units", packed.units},
              {"bits_per_unit", nullptr}};
  if (packed.units > 0) object["bits_per_unit"] = 8 * out / static_cast<double>(packed.units);
  if (packed.published_bytes > 0) {
    object["published_bytes"] = packed.published_bytes;
    object["ratio_to_published"] = ratio(packed.published_bytes);
  }
  const std::size_t zstd = zstd_19_size(asset);
  object["zstd_19_bytes"] = zstd;
  object["ratio_to_zstd_19"] = ratio(zstd);
  if (const std::optional<std::size_t> xz = xz_9_size(asset)) {
    object["xz_9_bytes"] = *xz;
    object["ratio_to_xz_9"] = ratio(*xz);
  }
  if (!packed.left_out.empty()) object["left_out"] = packed.left_out;
  if (!packed.curve.empty()) object["curve"] = Json::array();
  for (const SizePoint& point : packed.curve) {
    object["curve"].push_back(
        {{"entries", point.entries}, {"bytes", point.bytes}, {"chars", point.chars}, {"loss", point.loss}});
  }
  return object;
}

const codec::Encoding& encoding_of(const PackOptions& options) {
  if (options.encoding != nullptr) return *options.encoding;
  const auto ends_in = [&](std::span<const std::string_view> endings) {
    return std::ranges::any_of(
        endings, [&](std::string_view ending) { return options.output.path.ends_with(ending); });
  };
  constexpr std::array<std::string_view, 3> kOfCpp{".h", ".hpp", ".cpp"};
  constexpr std::array<std::string_view, 1> kOfRust{".rs"}, kOfZstd{".zst"};
  if (ends_in(kOfCpp)) return kCpp;
  if (ends_in(kOfRust)) return kRust;
  for (const Language& language : languages())
    if (ends_in(language.endings)) return language.encoding;
  return ends_in(kOfZstd) ? kZstd : codec::kBase128;
}

// Makes a network smaller that goes beyond the limits.
std::optional<ShrunkNetwork> shrink(const PackOptions& options, Packable& asset) {
  const NamedNetwork* network = asset.model ? std::get_if<NamedNetwork>(&*asset.model) : nullptr;
  const PackRequest& request = options.request;
  const bool is_limited = network != nullptr && request.limits.any() && request.encoding != &kZstd;
  if (!is_limited && !options.sample.positions.empty())
    throw Failure(
        "--positions: only a network under --max-bytes or --max-chars needs positions; leave it out");
  if (!is_limited) return std::nullopt;
  ShrunkNetwork shrunk = shrunk_network(
      *network, options.sample,
      [&](const NamedNetwork& smaller) { return pack_network(smaller, request).output; },
      [&](std::string_view output) { return request.limits.excess(output); }, input_name(options.input));
  asset.model = shrunk.network;
  return shrunk;
}

void print_report(const PackOptions& options, const std::string& asset, const PackedAsset& packed,
                  const std::optional<ShrunkNetwork>& shrunk) {
  const codec::Encoding& encoding = *options.request.encoding;
  const bool counts_chars = &encoding == &codec::kUtf16 || options.request.limits.chars;
  Facts facts(options.json);
  if (options.json) facts.add(members_of(asset, packed, encoding));
  facts.line("{}: {} bytes in, {} bytes out{} ({}, {})", options.output.path, asset.size(),
             packed.output.size(),
             counts_chars ? fmt::format(", {} units of UTF-16", codec::utf16_units(packed.output)) : "",
             packed.kind, encoding.name);
  if (shrunk && shrunk->positions > 0) {
    facts.add("shrunk", shrunk_json(*shrunk));
    facts.line("{}", shrunk_text(*shrunk));
  }
  if (!packed.curve.empty())
    facts.line(
        "what was tried for the limits; lost: the share of Red's choices whose entries are dropped\n"
        "{:>8} {:>10} {:>10} {:>8}",
        "entries", "bytes", "chars", "lost");
  for (const SizePoint& point : packed.curve)
    facts.line("{:>8} {:>10} {:>10} {:>6.1f} %", point.entries, point.bytes, point.chars, 100 * point.loss);
  facts.print();
}

int run_pack(PackOptions& options) {
  check_output(options.output, options.json);
  options.request.encoding = &encoding_of(options);
  const bool is_text = options.request.encoding != &kZstd && options.request.encoding != &codec::kRaw;
  if (options.request.limits.chars && !is_text)
    throw Failure(
        fmt::format("--max-chars: {} is not a text, so it has no characters to count; use --max-bytes",
                    options.request.encoding->name));
  const std::string path = asset_path(options.input);
  Packable asset = options.request.plain ? Packable{read_input(path, kMaxAsset)} : read_packable(path);
  const std::optional<ShrunkNetwork> shrunk = shrink(options, asset);
  const PackedAsset packed = pack_asset(asset, options.request, input_name(options.input));
  write_output(options.output, packed.output);
  for (const std::string& part : packed.left_out)
    print_note(fmt::format("{}: left out: {}", input_name(options.input), part));
  // Otherwise the table of the attempts shows this.
  if (options.output.path == "-" && !packed.curve.empty())
    print_note(fmt::format("{}: left out: {} of {}", input_name(options.input),
                           packed.curve.front().entries - packed.units,
                           counted(packed.curve.front().entries, "entry")));
  if (options.output.path != "-") print_report(options, asset.file, packed, shrunk);
  return kSuccess;
}

}  // namespace

CommandRun pack(CommandLine& app) {
  const auto options = std::make_shared<PackOptions>();
  PackRequest& request = options->request;
  app.add_option(
         "INPUT", options->input,
         "A book, a network, or any file. `shipped`, `shipped-lines` and `shipped-net` are the shipped books and network; "
         "- is standard input")
      .required()
      .type_name("FILE");
  add_encoding_option(app, "--to", "Output format", [options](const codec::Encoding& encoding) {
    options->encoding = &encoding;
  }).default_text("by the ending of --out (.h .hpp .cpp .rs .zst .py .java .cs .js .mjs .go), or base128");
  app.add_option_function(
         "--keep", [&request](const std::string& name) { request.keep = kContents.at(name); },
         "What to keep of a book. `moves`: reds and replies without their order; `order`: the same, best first; "
         "`values`: with values and depths; `all`: with nodes, errors and origins, too")
      .type_name("WHAT")
      .one_of({"moves", "order", "values", "all"});
  app.add_option(
         "--max-bytes", request.limits.bytes,
         "Size limit of the output. To meet it, entries of a book that Red is least likely to choose are dropped, and rows of a "
         "network rounded that positions need least")
      .whole_number(1);
  app.add_option(
         "--max-chars", request.limits.chars,
         "Size limit of an output that is text, in units of UTF-16 as JavaScript, Java and C# count. Otherwise as "
         "--max-bytes")
      .whole_number(1);
  add_shrinking_options(app, options->sample.positions);
  app.add_option("--value-step", request.precision.value,
                 "Round a book's values to multiples of this. In logit x 10,000")
      .whole_number(1, BookPrecision::kMaxStep);
  app.add_option("--depth-step", request.precision.depth, "Round a book's depths down to multiples of this")
      .whole_number(1, BookPrecision::kMaxStep);
  app.add_flag("--plain", request.plain, "Pack the bytes as they are, without coding or checksum");
  app.add_flag(
      "--decoder", request.decoder,
      "With --to cpp or rust: include a decoder. It follows the literal of a book or network, in standard "
      "C++20 or Rust. The other languages have theirs always");
  app.add_flag("--lines", request.lines, "With --to zstd: keep the lines of play of a book");
  add_output_options(app, options->output);
  add_json_option(app, options->json);
  app.footer("Example: tabiya pack book.tbk --keep order --to cpp --max-bytes 30000 --out book.h");
  return [options] { return run_pack(*options); };
}

}  // namespace tabiya::tools
