#include "tools/assets/evaluation_input.h"

#include <memory>

#include "tools/assets/shipped.h"

namespace tabiya::tools {

EvaluationChoice load_evaluation(const GameModule& game, const std::string& network) {
  if (network == kLinear || (network == kShipped && game.network_features() == 0)) return {};
  if (game.network_features() == 0)
    throw Failure(std::string(game.name()) + " knows no networks; leave out --net");
  return {std::make_shared<const PackedNetwork>(load_packed_network(network)), &chosen_kernels()};
}

}  // namespace tabiya::tools
