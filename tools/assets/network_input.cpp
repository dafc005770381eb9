#include "tools/assets/network_input.h"

#include <span>
#include <utility>

#include <fmt/format.h>

#include "core/games/games.h"

#include "codec/foreign_text.h"
#include "tools/assets/decoded.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

NamedNetwork load_named_network(const std::string& name) {
  const std::string path = network_path(name);
  return network_in(read_asset(path, kMaxNetworkFile), path);
}

NamedNetwork network_in(Asset asset, const std::string& name) {
  if (NamedNetwork* network = std::get_if<NamedNetwork>(&asset)) return std::move(*network);
  const std::string file = file_of(std::move(asset));
  const auto bytes = std::as_bytes(std::span(file));
  return take_decoded(decode_network(bytes), bytes, name, "a network", "tabiya net import");
}

PackedNetwork load_packed_network(const std::string& name) {
  return take(PackedNetwork::make(load_named_network(name).weights), input_name(name));
}

PackedNetwork load_network(const std::string& name, const GameModule& game) {
  PackedNetwork network = load_packed_network(name);
  if (Status status = check_features(network, game.facts().network_features); !status)
    throw Failure(describe(status.error(), input_name(name),
                           "name a network that was made for " + std::string(game.title())));
  return network;
}

std::vector<std::string> network_formats() {
  std::vector<std::string> names;
  for (const GameModule* game : games())
    if (const NetworkFormat* format = game->facts().published_networks) names.emplace_back(format->name);
  return names;
}

const NetworkFormat& published_format(std::uint32_t features, std::string_view name) {
  for (const GameModule* game : games()) {
    const NetworkFormat* format = game->facts().published_networks;
    if (format != nullptr && format->name == name && game->facts().network_features == features)
      return *format;
  }
  throw Failure(fmt::format("networks of {} features have no format {}", features, name));
}

void add_network_argument(CommandLine& app, std::string& path) {
  app.add_option("NETWORK", path,
                 "The network: a file (.tbn, packed or not), `shipped`, or - for standard input")
      .required()
      .type_name("FILE");
}

CommandOption add_network_option(CommandLine& app, std::string& path) {
  return app
      .add_option(
          "--net", path,
          "Evaluate with this network or linear model. A file (.tbn, packed or not); `shipped`; `linear` for "
          "the built-in weights; or `material` for 0.1 logit per piece")
      .type_name("FILE")
      .capture_default_str();
}

std::string network_text_fault(const std::string& text) {
  const bool is_usable = is_plain_text(text) && text.size() <= kMaxNetworkText;
  return is_usable ? "" : "one line of visible text (UTF-8) of at most 65,535 bytes is needed";
}

}  // namespace tabiya::tools
