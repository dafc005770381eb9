#include <algorithm>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "tools/assets/evaluation_input.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/command.h"
#include "tools/cli/failure.h"
#include "tools/cli/json.h"
#include "tools/cli/json_text.h"
#include "tools/cli/options.h"
#include "tools/cli/print.h"

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

}  // namespace

CommandRun net_info(CommandLine& app) {
  const auto options = std::make_shared<NetInfoOptions>();
  add_network_argument(app, options->network);
  add_json_option(app, options->json);
  app.footer("Example: tabiya net info network.tbn");
  return [options] { return run_info(*options); };
}

}  // namespace tabiya::tools
