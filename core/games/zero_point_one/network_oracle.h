// The PairOracle of 0.1 with a network.
#pragma once

#include <memory>
#include <span>

#include "core/eval/kernels/kernels.h"
#include "core/eval/packed_network.h"
#include "core/games/zero_point_one/network_evaluation.h"
#include "core/games/zero_point_one/setup.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::zero_point_one {

class NetworkOracle final : public PairOracle {
 public:
  // `network` has passed check_features().
  NetworkOracle(PackedNetwork network, const KernelSet& kernels);
  NetworkOracle(const NetworkOracle&) = delete;
  NetworkOracle& operator=(const NetworkOracle&) = delete;

  const SetupSpace& reds() const override { return setups_; }
  const SetupSpace& blues() const override { return setups_; }
  ValueOrigin origin() const override;
  std::uint32_t red_group(SetupId red) const override;
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override;
  std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const override;

  const NetworkEvaluation& evaluation() const { return evaluation_; }

 private:
  Setups setups_;
  PackedNetwork network_;
  NetworkEvaluation evaluation_;
};

}  // namespace tabiya::zero_point_one
