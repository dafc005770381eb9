// Labels of positions by searches of whole iterations, as self-play and rescoring make them.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <utility>

#include "core/learn/learning.h"
#include "core/learn/training_record.h"
#include "core/search/engine.h"

namespace tabiya {

// A search stops between two iterations, so that scores are those of whole ones; one iteration that takes much
// longer than those before is cut short all the same. `played` as EngineFor::search() has it.
template <GameRules R>
typename EngineFor<R>::Result search_whole_iterations(EngineFor<R>& engine,
                                                      const typename R::Position& position,
                                                      std::uint64_t nodes, int depth = kMaxDepth,
                                                      std::span<const std::uint64_t> played = {}) {
  constexpr std::uint64_t kMostTimes = 8;
  const auto goes_on = [nodes](const auto& found) { return found.depth == 0 || found.nodes < nodes; };
  return engine.search(position, {.depth = depth, .nodes = kMostTimes * nodes}, goes_on, played);
}

// Checks that networks of the game have a place for the position. Errors: kCorrupt.
template <FeatureSet F>
Status check_seen(const typename F::Position& position) {
  if (F::has_king_bucket(position, 0) && F::has_king_bucket(position, 1)) return ok_status();
  return corrupt("a position that no network can see");
}

template <GameRules R, FeatureSet F, PositionCoder C>
class LabellerOf final : public Labeller {
 public:
  LabellerOf(const C& coder, std::unique_ptr<EngineFor<R>> engine)
      : coder_(coder), engine_(std::move(engine)) {}

  // The engine forgets before each search, so that the order of the positions does not matter.
  Result<Score> search(std::span<const std::byte> record, std::uint64_t nodes) override {
    const auto position = seen(record);
    if (!position) return position.error();
    engine_->new_game();
    return search_whole_iterations<R>(*engine_, *position, nodes).score;
  }

  Result<Score> evaluate(std::span<const std::byte> record) override {
    const auto position = seen(record);
    if (!position) return position.error();
    return engine_->evaluate(*position);
  }

  std::uint64_t nodes() const override { return engine_->nodes(); }

 private:
  Result<typename R::Position> seen(std::span<const std::byte> record) const {
    auto position = position_of<C>(record, coder_);
    if (!position) return position;
    if (const Status sees = check_seen<F>(*position); !sees) return sees.error();
    return position;
  }

  C coder_;
  std::unique_ptr<EngineFor<R>> engine_;
};

}  // namespace tabiya
