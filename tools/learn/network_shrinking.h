// Networks made smaller until they fit, for commands that write them under a limit.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/learn/float_network.h"
#include "booksearch/learn/shrinking.h"
#include "booksearch/learn/training_data.h"
#include "core/eval/network_file.h"
#include "core/game/game_module.h"
#include "core/learn/learning.h"
#include "tools/cli/command_line.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// The positions over which a network is compared with what is left of it.
struct ShrinkingSample {
  std::string positions;  // a file of `selfplay`; empty: games that the network plays against itself
  std::string game;       // that plays them; empty: the one whose networks have as many features
};

// --positions, as ShrinkingSample has it
void add_shrinking_options(CommandLine& app, std::string& positions);

struct ShrunkNetwork {
  NamedNetwork network;
  std::string output;  // what `packed` makes of it
  booksearch::ShrinkingError error;
  std::size_t positions = 0;
};

using NetworkPacking = std::function<std::string(const NamedNetwork&)>;
// The size of an output that is beyond its limits, in words; the text is empty if it fits.
using OutputExcess = std::function<std::string(std::string_view)>;

// The game of a network: that of this name, or the one whose networks have as many features. Throws Failure, about `where`.
const GameModule& game_of_network(const NamedNetwork& network, const std::string& name,
                                  const std::string& where);

// The positions of a sample. Throws Failure, about `where`, as the functions below do.
std::vector<SeenPosition> sample_positions(const NamedNetwork& network, const ShrinkingSample& sample,
                                           const std::string& where);

// The network with its rows rounded for this noise (round_rows() in booksearch/learn/shrinking.h).
ShrunkNetwork rounded_network(const NamedNetwork& network, std::span<const SeenPosition> positions,
                              double noise, const NetworkPacking& packed, const std::string& where);

// The network with the least noise whose packed form fits.
ShrunkNetwork shrunk_network(const NamedNetwork& network, std::span<const SeenPosition> positions,
                             const NetworkPacking& packed, const OutputExcess& excess,
                             const std::string& where);
// The same for a sample, or the network itself where that fits.
ShrunkNetwork shrunk_network(const NamedNetwork& network, const ShrinkingSample& sample,
                             const NetworkPacking& packed, const OutputExcess& excess,
                             const std::string& where);

// The steps of the rows of a network's first layer with which its weights take so many bits each, and positions of the data see
// it change least. Throws Failure.
std::vector<std::int32_t> row_steps(double bits, const booksearch::TrainingData& data,
                                    const booksearch::FloatNetwork& network);

// The loss of a network, for people and as JSON.
std::string shrunk_text(const ShrunkNetwork& shrunk);
Json shrunk_json(const ShrunkNetwork& shrunk);

}  // namespace tabiya::tools
