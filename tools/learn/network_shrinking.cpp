#include "tools/learn/network_shrinking.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "booksearch/learn/shrinking.h"
#include "codec/text.h"
#include "core/games/games.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

std::vector<SeenPosition> positions_of_file(const std::string& path, const GameModule& game) {
  DataReader reader = open_data(path);
  if (&reader.game() != &game)
    throw Failure(fmt::format("{}: positions of {}, and the network is of {}; name positions of its game",
                              path, reader.game().name(), game.name()));
  return take(booksearch::first_positions(path, reader));
}

NamedNetwork shrunk_by_us(const NamedNetwork& network, NetworkWeights weights) {
  return {network.name, network.provenance + "; shrunk by `tabiya`", std::move(weights), network.rules};
}

// The shrunk network, with its error against the original.
ShrunkNetwork compared(const NamedNetwork& network, NetworkWeights weights,
                       std::span<const SeenPosition> positions, const NetworkPacking& packed,
                       const std::string& where) {
  ShrunkNetwork shrunk{shrunk_by_us(network, std::move(weights)), "", {}, positions.size()};
  shrunk.output = packed(shrunk.network);
  shrunk.error = take(booksearch::shrinking_error(network.weights, shrunk.network.weights, positions), where);
  return shrunk;
}

}  // namespace

void add_shrinking_options(CommandLine& app, std::string& positions) {
  app.add_option(
         "--positions", positions,
         "Positions over which a network may change least, as `selfplay` writes them. Without them, the network plays "
         "some games against itself")
      .rare()
      .type_name("FILE");
}

const GameModule& game_of_network(const NamedNetwork& network, const std::string& name,
                                  const std::string& where) {
  const std::uint32_t features = network.weights.shape.features;
  if (!name.empty()) {
    const GameModule& game = game_named(name);
    if (game.facts().network_features == features && game.learning() != nullptr) return game;
    throw Failure(fmt::format("{}: has {} features, and networks of {} have {}; name the game that it is of",
                              where, features, game.name(), game.facts().network_features));
  }
  const auto found = std::ranges::find_if(games(), [&](const GameModule* game) {
    return game->facts().network_features == features && game->learning() != nullptr;
  });
  if (found != games().end()) return **found;
  throw Failure(fmt::format(
      "{}: no game that is known here has networks of {} features; `tabiya net shrink --game` names its file of rules",
      where, features));
}

std::vector<SeenPosition> sample_positions(const NamedNetwork& network, const ShrinkingSample& sample,
                                           const std::string& where) {
  const GameModule& game = game_of_network(network, sample.game, where);
  return sample.positions.empty()
             ? take(booksearch::own_positions(network.weights, chosen_kernels(), game), where)
             : positions_of_file(sample.positions, game);
}

ShrunkNetwork rounded_network(const NamedNetwork& network, std::span<const SeenPosition> positions,
                              double noise, const NetworkPacking& packed, const std::string& where) {
  return compared(network, take(booksearch::round_rows(network.weights, positions, noise), where), positions,
                  packed, where);
}

ShrunkNetwork shrunk_network(const NamedNetwork& network, std::span<const SeenPosition> positions,
                             const NetworkPacking& packed, const OutputExcess& excess,
                             const std::string& where) {
  std::string smallest = packed(network);
  const auto fits = [&](const NetworkWeights& weights) {
    std::string output = packed(shrunk_by_us(network, weights));
    const bool is_small = excess(output).empty();
    if (output.size() < smallest.size()) smallest = std::move(output);
    return is_small;
  };
  Result<NetworkWeights> best = booksearch::shrink_network(network.weights, positions, fits);
  if (!best && best.error().code == ErrorCode::kTooLarge)
    throw Failure(fmt::format("{}: with its first layer rounded to nothing takes {}; raise the limit", where,
                              excess(smallest)));
  return compared(network, take(std::move(best), where), positions, packed, where);
}

ShrunkNetwork shrunk_network(const NamedNetwork& network, const ShrinkingSample& sample,
                             const NetworkPacking& packed, const OutputExcess& excess,
                             const std::string& where) {
  std::string output = packed(network);
  if (excess(output).empty()) return {network, std::move(output), {}, 0};
  return shrunk_network(network, sample_positions(network, sample, where), packed, excess, where);
}

std::vector<std::int32_t> row_steps(double bits, const booksearch::TrainingData& data,
                                    const booksearch::FloatNetwork& network) {
  const std::vector<SeenPosition> positions = take(booksearch::spread_positions(data), "the data");
  return take(booksearch::steps_for_bits(to_integers(network), positions, bits),
              fmt::format("--bits {}", bits));
}

std::string shrunk_text(const ShrunkNetwork& shrunk) {
  const auto numbers = static_cast<double>(number_count(shrunk.network.weights.shape));
  return fmt::format(
      "{:.2f} bits a weight; over {}, evaluations are off by {:.4f} logit (root mean square), {:+.4f} on average, with a "
      "correlation of {:.5f}",
      8 * static_cast<double>(shrunk.output.size()) / numbers, counted(shrunk.positions, "position"),
      shrunk.error.root_mean_square / 1e4, shrunk.error.mean / 1e4, shrunk.error.correlation);
}

Json shrunk_json(const ShrunkNetwork& shrunk) {
  return {{"positions", shrunk.positions},
          {"rms_error", shrunk.error.root_mean_square},
          {"mean_error", shrunk.error.mean},
          {"correlation", shrunk.error.correlation}};
}

}  // namespace tabiya::tools
