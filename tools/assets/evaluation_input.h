// Evaluations of any game as inputs of commands.
#pragma once

#include <string>
#include <utility>
#include <variant>

#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "core/game/game_module.h"
#include "tools/assets/network_input.h"
#include "tools/assets/shipped.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

// The weights of this name give each piece 0.1 logit, where the game has features.
inline constexpr std::string_view kMaterial = "material";

// The version of a game's rules that files of networks and weights keep if the rules come from a file;
// otherwise 0.
std::uint32_t kept_rules_version(const GameModule& game);

// `network`: "linear" for the built-in weights, kMaterial, a network as load_named_network() has it, or a
// file of weights (core/eval/feature_weights.h). "shipped" means the built-in weights if nothing comes with
// the program for the game. Throws Failure.
EvaluationChoice load_evaluation(const GameModule& game, const std::string& network);

// The evaluation of load_evaluation() as packed text, which open_asset() reads as a network or as the file of weights; empty for
// the built-in weights. Throws Failure.
std::string packed_evaluation(const GameModule& game, const std::string& network);

// The evaluation that --net names. An empty name means the evaluation that comes with the program for the
// game, or else the built-in one; a network named by "shipped" must exist. Throws Failure.
EvaluationChoice chosen_evaluation(const GameModule& game, const std::string& network);

// A fingerprint of the evaluation of a trainable game, in 16 hexadecimal digits.
std::string evaluation_fingerprint(const GameModule& game, const EvaluationChoice& evaluation);

// The product of `train`: a file of either kind, packed or not. Throws Failure.
std::variant<NamedNetwork, NamedWeights> load_model(const std::string& path);

// The value of `result`. If the network does not fit the game, throws a Failure that says so.
template <class T>
T take_fitting(Result<T> result, const GameModule& game, const std::string& network) {
  return take(std::move(result), network.empty() ? std::string(kShipped) : input_name(network),
              "name a network that was made for " + std::string(game.title()));
}

}  // namespace tabiya::tools
