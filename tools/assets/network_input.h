// Networks as inputs of commands, and the kernels that run them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/eval/kernels/kernels.h"
#include "core/eval/network_file.h"
#include "core/eval/packed_network.h"
#include "core/game/game_module.h"
#include "tools/assets/packing.h"
#include "tools/cli/command_line.h"

namespace tabiya::tools {

inline constexpr std::size_t kMaxNetworkFile = std::size_t{96} << 20;  // bytes: room for every shape we run

// Reads a network file (.tbn), packed or not, or the shipped one (shipped.h). Throws Failure.
NamedNetwork load_named_network(const std::string& name);

// The network in an asset. Throws Failure, about `name`, if the asset is no network.
NamedNetwork network_in(Asset asset, const std::string& name);

// The network of load_named_network(), ready to run.
PackedNetwork load_packed_network(const std::string& name);

// The network of load_packed_network(). Throws Failure if it does not have the features of the game.
PackedNetwork load_network(const std::string& name, const GameModule& game);

// The formats of networks that options offer: those in which others publish networks of any game.
std::vector<std::string> network_formats();

// The format of that name for networks with this number of features, of any game. Throws Failure if there is
// none.
const NetworkFormat& published_format(std::uint32_t features, std::string_view name);

// NETWORK
void add_network_argument(CommandLine& app, std::string& path);

// --net FILE
CommandOption add_network_option(CommandLine& app, std::string& path);

// The reason why a text cannot stand in a network file; empty if it can.
std::string network_text_fault(const std::string& text);

}  // namespace tabiya::tools
