#include "tools/learn/trained_model.h"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "booksearch/learn/shrinking.h"
#include "core/eval/feature_weights.h"
#include "core/eval/network_file.h"
#include "tools/assets/evaluation_input.h"
#include "tools/cli/failure.h"
#include "tools/cli/rule_files.h"
#include "tools/cli/version.h"
#include "tools/drawing/chart.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools {
namespace {

Axis epoch_axis(int last) {
  Axis axis{"epoch", 1, static_cast<double>(std::max(2, last)), {}};
  const int every = std::max(1, static_cast<int>(round_step(last, 12)));
  for (int epoch = 1; epoch <= last; ++epoch)
    if (epoch == 1 || epoch % every == 0)
      axis.ticks.push_back({static_cast<double>(epoch), std::to_string(epoch)});
  return axis;
}

Axis loss_axis(const std::vector<EpochResult>& epochs) {
  double low = 1e300, high = -1e300;
  for (const EpochResult& epoch : epochs) {
    low = std::min({low, epoch.training_loss, epoch.validation_loss});
    high = std::max({high, epoch.training_loss, epoch.validation_loss});
  }
  return linear_axis("cross-entropy (nats a position)", low, high);
}

ChartLine line_of(const std::vector<EpochResult>& epochs, double EpochResult::*loss, const char* name,
                  const char* colour) {
  ChartLine line{name, colour, {}};
  for (const EpochResult& epoch : epochs)
    line.points.push_back({.x = static_cast<double>(epoch.epoch), .y = epoch.*loss});
  return line;
}

}  // namespace

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

std::string curves_svg(const std::vector<EpochResult>& epochs) {
  constexpr const char* kTraining = "#d95f02";
  constexpr const char* kValidation = "#1b6ca8";
  Chart chart(epoch_axis(epochs.back().epoch), loss_axis(epochs));
  chart.add(line_of(epochs, &EpochResult::training_loss, "training", kTraining));
  chart.add(line_of(epochs, &EpochResult::validation_loss, "validation", kValidation));
  const EpochResult& best = epochs[best_epoch(epochs)];
  chart.add_ring(best.epoch, best.validation_loss, kValidation);
  chart.add_note(fmt::format("best: {:.5f} after epoch {}", best.validation_loss, best.epoch));
  return chart.svg();
}

}  // namespace tabiya::tools
