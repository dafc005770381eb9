// GameModule::make_solver() of a game that is given by its rules and notation, and what it knows of proofs.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>

#include "core/game/module_of.h"
#include "core/game/solving/game_solver.h"
#include "core/search/evaluated_game.h"
#include "core/search/proof/proof_numbers.h"
#include "core/search/proof/proof_search.h"
#include "core/search/proof/proof_table.h"
#include "core/search/rules.h"

namespace tabiya {

// Rules as a Game for searches that need no evaluation.
template <GameRules R>
struct NoEvaluation {
  struct State {};

  void reset(const typename R::Position&, State&) const {}
  void update(const typename R::Position&, const State&, typename R::Move, const typename R::Position&,
              State&) const {}
  Score value(const typename R::Position&, State&) const { return 0; }
  std::uint64_t fingerprint() const { return 0; }
};

template <GameText T, class Guide = PlainGuide>
class SolverOf final : public GameSolver {
 public:
  using Rules = typename T::Rules;
  using Game = EvaluatedGame<Rules, NoEvaluation<Rules>>;

  explicit SolverOf(std::shared_ptr<ProofTable> table)
      : table_(std::move(table)), game_(none_), search_(game_, guide_, *table_) {}

  Verdict solve(const GamePosition& position, int attacker, const Limits& limits) override {
    const Verdict verdict = search_.solve(root(position), attacker, limits);
    nodes_ += search_.nodes();
    return verdict;
  }
  Verdict known(const GamePosition& position, int attacker) override {
    return search_.known(root(position), attacker);
  }
  int likelier_winner(const GamePosition& position) override {
    const auto node = root(position);
    const int us = game_.side_to_move(node);
    const ProofNumbers own = search_.numbers(node, us), other = search_.numbers(node, 1 - us);
    // Each by the work to prove a win, to that to refute it.
    const auto product = [](std::uint32_t a, std::uint32_t b) { return std::uint64_t{a} * b; };
    return product(own.reach, other.reach) <= product(own.fail, other.fail) ? us : 1 - us;
  }
  std::uint64_t nodes() const override { return nodes_; }

 private:
  typename Game::Node root(const GamePosition& position) const {
    return game_.root(PositionOf<T>::of(position));
  }

  NoEvaluation<Rules> none_;
  Guide guide_;
  std::shared_ptr<ProofTable> table_;
  Game game_;
  ProofSearch<Game, Guide> search_;
  std::uint64_t nodes_ = 0;
};

}  // namespace tabiya
