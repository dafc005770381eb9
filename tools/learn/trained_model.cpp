#include "tools/learn/trained_model.h"

#include <memory>

#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/cli/version.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {

TrainedModel in_integers(const ModelTitle& title, const FloatNetwork& best) {
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
  const auto network = std::make_shared<const PackedNetwork>(
      take(PackedNetwork::make(to_integers(best)), "the trained network"));
  trained.evaluation.network = network;
  trained.evaluation.kernels = &chosen_kernels();
  trained.fingerprint = network->fingerprint();
  trained.encode = [title, network](const std::string& provenance) {
    return encode_network({title.name, provenance, network->weights(), kept_rules_version(title.game)});
  };
  return trained;
}

}  // namespace tabiya::tools
