// PairEngineOf: the pair engine of a game given by its rules and its setups.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/search/engine.h"
#include "core/setup/pair_engine.h"
#include "core/setup/setup_rules.h"

namespace tabiya {

template <GameRules R, SetupsOf<R> S = SetupsOfRules<R>>
class PairEngineOf final : public PairEngine {
 public:
  explicit PairEngineOf(std::shared_ptr<EngineFor<R>> engine, const S& setups = {})
      : engine_(std::move(engine)), setups_(setups) {}

  const SetupSpace& reds() const override { return setups_.reds(); }
  const SetupSpace& blues() const override { return setups_.blues(); }

  void new_game() override { engine_->new_game(); }

  Score evaluate(SetupId red, SetupId blue) const override {
    const auto position = setups_.position_after(red, blue);
    const Score value = engine_->evaluate(position);
    return R::side_to_move(position) == 0 ? value : -value;
  }

  WindowResult search_window(SetupId red, SetupId blue, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    const auto position = setups_.position_after(red, blue);
    if (R::side_to_move(position) == 0) return engine_->search_window(position, depth, alpha, beta, limits);
    WindowResult result = engine_->search_window(position, depth, -beta, -alpha, limits);
    result.score = -result.score;
    return result;
  }

  std::uint64_t nodes() const override { return engine_->nodes(); }

 private:
  std::shared_ptr<EngineFor<R>> engine_;
  S setups_;
};

}  // namespace tabiya
