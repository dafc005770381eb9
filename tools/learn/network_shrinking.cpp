#include "tools/learn/network_shrinking.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include "booksearch/learn/data_making.h"
#include "codec/text.h"
#include "core/eval/compact_network.h"
#include "core/games/games.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

constexpr std::size_t kPositions = 80'000;

// Takes the positions of records, up to kPositions.
void take_records(const Learning& learning, std::span<const std::byte> records, const std::string& where,
                  std::vector<SeenPosition>& positions) {
  const std::size_t size = learning.record_size();
  for (; records.size() >= size && positions.size() < kPositions; records = records.subspan(size))
    positions.push_back(take(learning.see(records.first(size)), where));
}

std::vector<SeenPosition> positions_of_file(const std::string& path, const GameModule& game) {
  DataReader reader = open_data(path);
  if (&reader.game() != &game)
    throw Failure(fmt::format("{}: positions of {}, and the network is of {}; name positions of its game",
                              path, reader.game().name(), game.name()));
  std::vector<SeenPosition> positions;
  while (const auto chunk = take(reader.next()))
    take_records(reader.learning(), chunk->records, path, positions);
  if (positions.empty()) throw Failure(path + ": holds no positions; make some with `tabiya selfplay`");
  return positions;
}

// Positions of games of the network against itself, and of its search trees, which are those that it is asked about.
std::vector<SeenPosition> own_positions(const NamedNetwork& network, const GameModule& game,
                                        const std::string& where) {
  constexpr std::uint64_t kMostGames = 100 * booksearch::kGamesPerChunk;
  EvaluationChoice evaluation;
  evaluation.network =
      std::make_shared<const PackedNetwork>(take(PackedNetwork::make(network.weights), where));
  evaluation.kernels = &chosen_kernels();
  SelfPlaySettings settings;
  settings.nodes = 100;
  settings.leaves = 4;
  const Learning& learning = *game.learning();
  const auto make_generator = [&] {
    return learning.make_generator(evaluation, nullptr, settings,
                                   {.table_bytes = 1 << 20, .parameters = game.facts().search_parameters});
  };
  std::vector<SeenPosition> positions;
  std::atomic<bool> has_enough = false;
  const auto take_chunk = [&](const booksearch::DataChunk& chunk) {
    take_records(learning, chunk.records, where, positions);
    has_enough = positions.size() >= kPositions;
    return ok_status();
  };
  const Status status = booksearch::play_games(make_generator, 0, kMostGames, take_chunk, {{}, &has_enough});
  if (!status && status.error().code != ErrorCode::kStopped) take(status, where);
  if (positions.empty())
    throw Failure(where + ": its games have no quiet positions; give some with --positions");
  return positions;
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
  return sample.positions.empty() ? own_positions(network, game, where)
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
  std::vector<SeenPosition> positions;
  const std::size_t stride = data.training.size() / kPositions + 1;
  for (std::size_t i = 0; i < data.training.size(); i += stride)
    positions.push_back(take(data.learning().see(data.record(data.training[i])), "the data"));
  const NetworkWeights weights = to_integers(network);
  const auto numbers = static_cast<double>(number_count(weights.shape));
  double fewest = std::numeric_limits<double>::infinity();
  const auto fits = [&](const NetworkWeights& tried) {
    const double taken = 8 * static_cast<double>(encode_compact_network({"", "", tried}).size()) / numbers;
    fewest = std::min(fewest, taken);
    return taken <= bits;
  };
  const Result<NetworkWeights> rounded = booksearch::shrink_network(weights, positions, fits);
  if (!rounded && rounded.error().code == ErrorCode::kTooLarge)
    throw Failure(
        fmt::format("--bits {}: a weight takes {:.2f} bits at least, with the first layer rounded to nothing",
                    bits, fewest));
  return booksearch::steps_of_rows(take(rounded, fmt::format("--bits {}", bits)));
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
