#include "tools/learn/trained_model.h"

#include <memory>

#include "booksearch/learn/shrinking.h"
#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {

TrainedModel in_integers(const ModelTitle& title, const FloatNetwork& best,
                         std::span<const std::int32_t> steps) {
  TrainedModel trained;
  if (title.is_linear) {
    const auto weights = std::make_shared<const FeatureWeights>(to_weights(best));
    trained.evaluation.weights = weights;
    trained.fingerprint = fingerprint(*weights);
    trained.encode = [title, weights](const std::string& provenance) {
      return encode_weights(
          {variant_name(title.game), title.name, provenance, *weights, kept_rules_version(title.game)});
    };
    return trained;
  }
  NetworkWeights weights = to_integers(best);
  if (!steps.empty()) booksearch::round_to_steps(weights, steps);
  const auto network =
      std::make_shared<const PackedNetwork>(take(PackedNetwork::make(weights), "the trained network"));
  trained.evaluation.network = network;
  trained.evaluation.kernels = &chosen_kernels();
  trained.fingerprint = network->fingerprint();
  trained.encode = [title, network](const std::string& provenance) {
    return encode_network({title.name, provenance, network->weights(), kept_rules_version(title.game)});
  };
  return trained;
}

}  // namespace tabiya::tools
