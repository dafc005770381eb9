// The evaluations of 0.1, and the engines that use them.
#pragma once

#include <cstdint>
#include <memory>

#include "core/eval/kernels/kernels.h"
#include "core/eval/network_evaluation.h"
#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/game.h"
#include "core/search/engine.h"
#include "core/search/parameters.h"
#include "core/search/score.h"

namespace tabiya::zero_point_one {

// The linear evaluation: a weight for each piece by its square, and for each piece held, summed for both
// sides. Weights of the published system, in units of logit / 1,000; squares normalised over all eight
// symmetries of the board. An evaluation as EvaluatorOf (core/search/rules.h) has it.
class LinearEvaluation {
 public:
  struct State {
    std::int32_t red_minus_blue = 0;  // logit / 1,000
  };

  void reset(const Position& position, State& state) const;
  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const;
  Score value(const Position& position, State& state) const;
  std::uint64_t fingerprint() const;

  // The sum of the weights of a setup for its owner, in logit / 1,000.
  static std::int32_t setup_value(const Setup& setup);
  static std::int32_t red_value(SetupId id) { return setup_value(unrank(id)); }
  static std::int32_t blue_value(SetupId id) { return red_value(id); }

  // The value of a pair of setups for Red, the side to move: logit x 10,000.
  static Score pair_value(std::int32_t red_setup_value, std::int32_t blue_setup_value);
};

// A position whose side to move has lost its wazir is worth -kMaxEvaluation, one whose other side has lost it
// kMaxEvaluation.
using NetworkEvaluation = tabiya::NetworkEvaluation<Features>;

using Engine = EngineFor<Rules>;

// An engine with the linear evaluation.
std::unique_ptr<Engine> make_engine(const SearcherOptions& options);

// An engine with a network, which has passed check_features().
std::unique_ptr<Engine> make_engine(std::shared_ptr<const PackedNetwork> network, const KernelSet& kernels,
                                    const SearcherOptions& options);

}  // namespace tabiya::zero_point_one

// The searches are compiled once, in evaluation.cpp.
namespace tabiya {
extern template class SearchEngine<zero_point_one::Rules, zero_point_one::LinearEvaluation>;
extern template class SearchEngine<zero_point_one::Rules, zero_point_one::NetworkEvaluation>;
}  // namespace tabiya
