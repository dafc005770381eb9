// DeferredEngine: an engine that is made when it is first asked for something, so that whoever needs none does not
// wait for it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <utility>

#include "codec/result.h"
#include "core/search/engine.h"

namespace tabiya {

template <GameRules R>
class DeferredEngine final : public EngineFor<R> {
 public:
  using typename EngineFor<R>::Position;
  using typename EngineFor<R>::Result;
  using typename EngineFor<R>::Report;
  using Made = tabiya::Result<std::unique_ptr<EngineFor<R>>>;

  // If `make` fails, `otherwise` makes the engine, and status() says why.
  DeferredEngine(std::function<Made()> make, std::function<std::unique_ptr<EngineFor<R>>()> otherwise)
      : make_(std::move(make)), otherwise_(std::move(otherwise)) {}

  // The reason why the engine is not the one that was meant; ok before it is made.
  const Status& status() const { return status_; }

  void new_game() override {
    if (engine_) engine_->new_game();
  }
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
    return engine().search(position, limits, report, played);
  }
  WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    return engine().search_window(position, depth, alpha, beta, limits);
  }
  Score evaluate(const Position& position) const override { return engine().evaluate(position); }
  std::uint64_t nodes() const override { return engine_ ? engine_->nodes() : 0; }
  int table_use() const override { return engine_ ? engine_->table_use() : 0; }

 private:
  EngineFor<R>& engine() const {
    if (engine_) return *engine_;
    Made made = make_();
    if (!made) status_ = made.error();
    engine_ = made ? std::move(made).value() : otherwise_();
    return *engine_;
  }

  std::function<Made()> make_;
  std::function<std::unique_ptr<EngineFor<R>>()> otherwise_;
  mutable std::unique_ptr<EngineFor<R>> engine_;
  mutable Status status_ = ok_status();
};

}  // namespace tabiya
