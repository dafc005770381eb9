#include "tools/assets/evaluation_input.h"

#include <memory>
#include <optional>
#include <span>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/games/games.h"
#include "core/learn/learning.h"
#include "tools/assets/packing.h"
#include "tools/cli/rule_files.h"
#include "tools/cli/version.h"

namespace tabiya::tools {

namespace {

// The path of the file of `network`; empty if none comes with the program.
std::optional<std::string> path_of(const GameModule& game, const std::string& network) {
  if (network != kShipped || &game == games().front()) return network_path(network);
  return network_of_game(game.name());
}

// A model of a game from a file fits rules that read the same, whatever the file is called.
void check_rules(const GameModule& game, std::uint32_t rules, const std::string& path) {
  const std::uint32_t wanted = kept_rules_version(game);
  if (rules == wanted) return;
  if (rules == 0 || wanted == 0)
    throw Failure(fmt::format(
        "{}: was made for a game {}, and {} is another; name another file, or the game with --game",
        input_name(path), rules == 0 ? "that the program knows" : "from a file", game.name()));
  throw Failure(fmt::format(
      "{}: was made for other rules than those of {}; train a model with these, or bring those back",
      input_name(path), game.name()));
}

}  // namespace

std::uint32_t kept_rules_version(const GameModule& game) {
  return names_rule_file(game.name()) ? game.rules_version() : 0;
}

std::variant<NamedNetwork, NamedWeights> load_model(const std::string& path) {
  Asset asset = read_asset(path, kMaxNetworkFile);
  const std::string* file = std::get_if<std::string>(&asset);
  if (!file || !looks_like_weights(std::as_bytes(std::span(*file))))
    return network_in(std::move(asset), path);
  return take(decode_weights(std::as_bytes(std::span(*file))), input_name(path),
              "make it again by `train`, or take another copy");
}

EvaluationChoice load_evaluation(const GameModule& game, const std::string& network) {
  const auto path = network == kLinear || network == kMaterial ? std::nullopt : path_of(game, network);
  if (!path && network != kMaterial) return {};
  if (!game.learning()) throw Failure(std::string(game.name()) + " has no networks; leave out --net");
  EvaluationChoice choice;
  if (network == kMaterial) {
    choice.weights = std::make_shared<const FeatureWeights>(game.learning()->material());
    return choice;
  }
  auto model = load_model(*path);
  if (NamedWeights* weights = std::get_if<NamedWeights>(&model)) {
    check_rules(game, weights->rules, *path);
    if (weights->rules == 0 && weights->game != game.name())
      throw Failure(input_name(*path) + ": is a linear model of " + weights->game + ", not of " +
                    std::string(game.name()) + "; name another, or the game with --game");
    choice.weights = std::make_shared<const FeatureWeights>(std::move(weights->weights));
  } else {
    check_rules(game, std::get<NamedNetwork>(model).rules, *path);
    choice.network = std::make_shared<const PackedNetwork>(
        take(PackedNetwork::make(std::move(std::get<NamedNetwork>(model).weights)), input_name(*path)));
    choice.kernels = &chosen_kernels();
  }
  return choice;
}

std::string packed_evaluation(const GameModule& game, const std::string& network) {
  const EvaluationChoice choice = load_evaluation(game, network);
  PackRequest request;
  request.encoding = &codec::kPrintable;
  if (choice.network) return pack_network(load_named_network(*path_of(game, network)), request).output;
  if (!choice.weights) return "";
  const auto file = encode_weights({std::string(game.name()), "", "", *choice.weights, 0});
  return pack_asset({std::string(as_text(file)), {}}, request, network).output;
}

EvaluationChoice chosen_evaluation(const GameModule& game, const std::string& network) {
  if (network.empty()) return load_evaluation(game, std::string(kShipped));
  if (network == kShipped && !path_of(game, network)) {
    throw Failure(fmt::format("--net {}: no network of {} comes with the program; leave out --net", kShipped,
                              game.name()));
  }
  return load_evaluation(game, network);
}

std::string evaluation_fingerprint(const GameModule& game, const EvaluationChoice& evaluation) {
  std::uint64_t number = game.learning()->built_in_fingerprint();
  if (evaluation.network) number = evaluation.network->fingerprint();
  if (evaluation.weights) number = fingerprint(*evaluation.weights);
  return fmt::format("{:016x}", number);
}

}  // namespace tabiya::tools
