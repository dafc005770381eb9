#include "tools/assets/evaluation_input.h"

#include <memory>

#include "tools/assets/shipped.h"

namespace tabiya::tools {

EvaluationChoice load_evaluation(const std::string& network) {
  if (network == kLinear) return {};
  return {std::make_shared<const PackedNetwork>(
              take(PackedNetwork::make(load_named_network(network).weights), input_name(network))),
          &chosen_kernels()};
}

}  // namespace tabiya::tools
