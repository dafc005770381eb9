// Evaluations of any game as inputs of commands.
#pragma once

#include <string>
#include <utility>

#include "core/games/game_module.h"
#include "tools/assets/network_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/input.h"

namespace tabiya::tools {

// `network`: "linear", or a network as load_named_network() has it. What comes with the program for a game
// without networks is the evaluation that is built in. Throws Failure.
EvaluationChoice load_evaluation(const GameModule& game, const std::string& network);

// What `result` holds; where the network does not fit the game, a Failure that says so.
template <class T>
T take_fitting(Result<T> result, const GameModule& game, const std::string& network) {
  return take(std::move(result), input_name(network),
              "name a network that was made for " + std::string(game.title()));
}

}  // namespace tabiya::tools
