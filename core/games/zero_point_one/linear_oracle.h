// The PairOracle of 0.1 with the linear evaluation.
#pragma once

#include <memory>
#include <span>

#include "core/games/zero_point_one/linear_evaluation.h"
#include "core/games/zero_point_one/setup.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::zero_point_one {

class LinearOracle final : public PairOracle {
 public:
  const SetupSpace& reds() const override { return setups_; }
  const SetupSpace& blues() const override { return setups_; }
  ValueOrigin origin() const override;
  std::unique_ptr<PreparedBlues> prepare(std::span<const SetupId> blues) const override;
  std::unique_ptr<PairSearcher> searcher(std::size_t table_bytes) const override;

 private:
  Setups setups_;
  LinearEvaluation evaluation_;
};

}  // namespace tabiya::zero_point_one
