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

// 0.1 logit a piece, where the game has features.
inline constexpr std::string_view kMaterial = "material";

// What files of networks and weights keep of a game's rules: their version, if they come from a file; else 0.
std::uint32_t kept_rules_version(const GameModule& game);

// `network`: "linear" for what is built in, kMaterial, a network as load_named_network() has it, or a file of
// weights (core/eval/feature_weights.h). For "shipped" where nothing comes with the program for the game:
// what is built in. Throws Failure.
EvaluationChoice load_evaluation(const GameModule& game, const std::string& network);

// What --net names. Empty if it was not given: what comes with the program for the game, or what is built
// in where nothing does; a network asked for by "shipped" must be there. Throws Failure.
EvaluationChoice chosen_evaluation(const GameModule& game, const std::string& network);

// Identifies the evaluation of a trainable game, in 16 hexadecimal digits.
std::string evaluation_fingerprint(const GameModule& game, const EvaluationChoice& evaluation);

// What `train` made: a file of either kind, packed or not. Throws Failure.
std::variant<NamedNetwork, NamedWeights> load_model(const std::string& path);

// What `result` holds; where the network does not fit the game, a Failure that says so.
template <class T>
T take_fitting(Result<T> result, const GameModule& game, const std::string& network) {
  return take(std::move(result), network.empty() ? std::string(kShipped) : input_name(network),
              "name a network that was made for " + std::string(game.title()));
}

}  // namespace tabiya::tools
