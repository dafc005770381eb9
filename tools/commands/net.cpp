#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "tools/assets/decoded.h"
#include "tools/assets/evaluation_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
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

struct NetInfoOptions {
  std::string network;
  bool json = false;
};

Json info_json(const NamedNetwork& network) {
  const NetworkShape shape = network.weights.shape;
  return {{"name", network.name},
          {"provenance", network.provenance},
          {"features", shape.features},
          {"width", shape.width},
          {"layers", fmt::format("{} x 2 -> {} -> {} -> 1", shape.width, kHidden0, kHidden1)},
          {"numbers", number_count(shape)},
          {"fingerprint", fmt::format("{:016x}", fingerprint(network.weights))}};
}

Json info_json(const NamedWeights& model) {
  return {{"name", model.name},
          {"provenance", model.provenance},
          {"game", model.game},
          {"features", model.weights.weights.size()},
          {"layers", "none: a linear model"},
          {"numbers", model.weights.weights.size() + 1},
          {"fingerprint", fmt::format("{:016x}", fingerprint(model.weights))}};
}

// The parts of the provenance that `train` writes, between semicolons; those within JSON do not count.
std::vector<std::string> parts_of(const std::string& text) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : text) {
    depth += (c == '[' || c == '{') - (c == ']' || c == '}');
    if (c == ';' && depth == 0)
      parts.emplace_back();
    else if (c != ' ' || !parts.back().empty())
      parts.back() += c;
  }
  return parts;
}

std::string cell(const Json* value) {
  if (value == nullptr) return "-";
  return value->is_string() ? value->get<std::string>() : json_text(*value);
}

// A row for each field, a column for each of the objects.
void print_objects(const std::vector<Json>& objects) {
  std::vector<std::string> names;
  std::vector<std::size_t> widths;
  for (const Json& object : objects) {
    widths.push_back(0);
    for (const auto& [name, value] : object.items()) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      widths.back() = std::max(widths.back(), cell(&value).size());
    }
  }
  for (const std::string& name : names) {
    std::string line = fmt::format("    {:<15}", name);
    for (std::size_t i = 0; i < objects.size(); ++i)
      line += fmt::format("  {:<{}}", cell(objects[i].find(name)), widths[i]);
    print_line("{}", line.substr(0, line.find_last_not_of(' ') + 1));
  }
}

// The objects of a part such as `training: {…}` or `games: [{…}, {…}]`; empty if it is no such part.
std::vector<Json> objects_of(const std::string& part) {
  std::vector<Json> objects;
  const std::size_t colon = part.find(": ");
  if (colon == part.npos || part.find_first_of("[{", colon) != colon + 2) return objects;
  try {
    const Json json = parse_json(part.substr(colon + 2));
    if (json.is_object()) return {json};
    for (const Json& element : json) {
      if (!element.is_object()) return {};
      objects.push_back(element);
    }
  } catch (const Failure&) {
    return {};
  }
  return objects;
}

void print_provenance(const std::string& text) {
  const std::vector<std::string> parts = parts_of(text);
  const bool has_objects =
      std::ranges::any_of(parts, [](const auto& part) { return !objects_of(part).empty(); });
  print_line("{:<13}{}", "provenance", has_objects ? parts.front() : text);
  for (std::size_t i = 1; has_objects && i < parts.size(); ++i) {
    const std::vector<Json> objects = objects_of(parts[i]);
    print_line("  {}", objects.empty() ? parts[i] : parts[i].substr(0, parts[i].find(':')));
    print_objects(objects);
  }
}

int run_info(const NetInfoOptions& options) {
  if (options.network == kLinear || options.network == kMaterial)
    throw Failure(
        fmt::format("NETWORK: '{0}' is built into the program, and no file that could be inspected; "
                    "`--net {0}` evaluates by it",
                    options.network));
  const Json facts = std::visit([](const auto& model) { return info_json(model); },
                                load_model(network_path(options.network)));
  if (options.json) {
    print_json(facts);
    return kSuccess;
  }
  for (const auto& [name, value] : facts.items()) {
    if (name == "provenance") {
      print_provenance(value.get<std::string>());
      continue;
    }
    print_line("{:<13}{}", name, cell(&value));
  }
  return kSuccess;
}

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
  const std::string text = read_published(options.input, kMaxNetworkFile);
  const std::string source = input_name(options.input);
  NamedNetwork network;
  const NetworkFormat& format = published_format(features, options.format);
  network.weights = take(format.read(text), source, fmt::format("a published network is {}", format.what));
  network.name = options.name;
  network.provenance = options.provenance;
  write_output(options.output, encode_network(network));
  if (options.output.path != "-") {
    print_line("{}: {} numbers, width {}", options.output.path, number_count(network.weights.shape),
               network.weights.shape.width);
  }
  return kSuccess;
}

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
  if (options.output.path == "-") return kSuccess;
  Facts facts(options.json);
  facts.add(shrunk_json(shrunk));
  facts.add({{"network", options.output.path}, {"bytes", shrunk.output.size()}});
  facts.line("{}: {} bytes", options.output.path, shrunk.output.size());
  if (shrunk.positions > 0) facts.line("{}", shrunk_text(shrunk));
  facts.print();
  return kSuccess;
}

}  // namespace

CommandRun net_info(CommandLine& app) {
  const auto options = std::make_shared<NetInfoOptions>();
  add_network_argument(app, options->network);
  add_json_option(app, options->json);
  app.footer("Example: tabiya net info network.tbn");
  return [options] { return run_info(*options); };
}

CommandRun net_import(CommandLine& app) {
  const auto options = std::make_shared<NetImportOptions>();
  app.add_option("INPUT", options->input, "Network to read; - is standard input")
      .required()
      .type_name("FILE");
  app.add_option("--from", options->format, "Input format").type_name("FORMAT").one_of(network_formats());
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

CommandRun net_export(CommandLine& app) {
  const auto options = std::make_shared<NetExportOptions>();
  add_network_argument(app, options->network);
  app.add_option("--to", options->format, "Output format").type_name("FORMAT").one_of(network_formats());
  add_output_options(app, options->output);
  app.footer(fmt::format("Example: tabiya net export network.tbn --to {} --out nnue_weights.base128",
                         options->format));
  return [options] { return run_export(*options); };
}

CommandRun net_shrink(CommandLine& app) {
  const auto options = std::make_shared<NetShrinkOptions>();
  options->request.encoding = &codec::kRaw;
  add_network_argument(app, options->network);
  app.add_option("--max-bytes", options->request.limits.bytes, "What the output may take")
      .required()
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
