// The evaluation of 0.1 by a network, kept up to date along a line of play.
#pragma once

#include <cstdint>

#include "codec/result.h"
#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/network_state.h"
#include "core/games/zero_point_one/position.h"
#include "core/search/score.h"

namespace tabiya::zero_point_one {

// Has the network the features of 0.1? Errors: kUnsupported.
Status check_features(const PackedNetwork& network);

// An Evaluator (see evaluator.h). A position whose side to move has lost its wazir is worth
// -kMaxEvaluation, one whose other side has lost it kMaxEvaluation.
class NetworkEvaluation {
 public:
  using State = NetworkState;

  // `network` has passed check_features() and must outlive the evaluation.
  NetworkEvaluation(const PackedNetwork& network, const KernelSet& kernels);

  void reset(const Position& position, State& state) const;
  void update(const Position& before, const State& parent, Move move, const Position& after,
              State& state) const;
  Score value(const Position& position, State& state) const;
  std::uint64_t fingerprint() const { return network_->fingerprint(); }

  const PackedNetwork& network() const { return *network_; }
  const Kernel& kernel() const { return *kernel_; }

 private:
  void make_ready(const Position& position, Side side, State& state) const;
  void refresh(const Position& position, Side side, State& state) const;

  const PackedNetwork* network_;
  const Kernel* kernel_;
};

}  // namespace tabiya::zero_point_one
