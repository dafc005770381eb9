// Turns an evaluation that is chosen at run time into a type that the search is compiled for.
#pragma once

#include <cstddef>
#include <memory>

#include "codec/result.h"
#include "core/eval/evaluation_choice.h"
#include "core/eval/network_evaluation.h"
#include "core/eval/weighted_evaluation.h"

namespace tabiya {

// Returns visit(evaluation, data) for the chosen evaluation, or for the built-in one. The evaluation refers
// to `data`, which must live as long. `features`: the number of the game's features. Errors: kUnsupported if
// the evaluation was made for other features.
template <FeatureSet F, class BuiltIn, class Visit>
auto with_evaluation(const EvaluationChoice& choice, const BuiltIn& built_in, Visit visit,
                     std::size_t features = F::kFeatures)
    -> Result<decltype(visit(built_in, std::shared_ptr<const void>()))> {
  if (choice.network) {
    if (const Status fits = check_features(*choice.network, features); !fits) return fits.error();
    return visit(NetworkEvaluation<F>(*choice.network, *choice.kernels), choice.network);
  }
  if (choice.weights) {
    if (const Status fits = check_features<F>(*choice.weights, features); !fits) return fits.error();
    return visit(WeightedEvaluation<F>(*choice.weights), choice.weights);
  }
  return visit(built_in, nullptr);
}

}  // namespace tabiya
