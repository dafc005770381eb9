// What trains linear models: gradient descent on one number for each feature, without libtorch.
#pragma once

#include <memory>

#include "tools/learn/training/trainer.h"

namespace tabiya::tools {

enum class LinearKind {
  kShared,  // all king buckets share their numbers: pieces on squares
  kOwn,     // each king bucket has its own: pieces on squares for every square of the royal piece
};

std::unique_ptr<Trainer> make_linear_trainer(const ModelShape& model, LinearKind kind,
                                             const ParallelFor& parallel);

}  // namespace tabiya::tools
