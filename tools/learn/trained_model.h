// A trained model in integers, as it is used and written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/learn/float_network.h"
#include "booksearch/learn/training_run.h"
#include "core/eval/evaluation_choice.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

struct ModelTitle {
  bool is_linear = false;
  const std::string& name;
  const GameModule& game;
};

struct TrainedModel {
  EvaluationChoice evaluation;
  std::uint64_t fingerprint = 0;
  std::function<std::vector<std::byte>(const std::string& provenance)> encode;
};

// The things that `title` refers to must outlive the model. `steps`: of the rows of a network's first layer, if they are
// rounded. Throws Failure if a weight does not fit into its integer.
TrainedModel in_integers(const ModelTitle& title, const booksearch::FloatNetwork& best,
                         std::span<const std::int32_t> steps = {});

// The course of the training: an SVG of training and validation loss over the epochs, with a ring around the best.
// There is at least one epoch.
std::string curves_svg(const std::vector<booksearch::EpochResult>& epochs);

}  // namespace tabiya::tools
