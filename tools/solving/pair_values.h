// The values of all pairs of setups of a game, solved on several threads with one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "core/games/first_moves.h"
#include "core/games/game_module.h"
#include "core/games/game_solver.h"
#include "core/search/limits.h"
#include "core/search/proof/proof_table.h"
#include "core/setup/setup_space.h"

namespace tabiya::tools {

struct SetupPair {
  SetupId red = 0, blue = 0;

  friend auto operator<=>(const SetupPair&, const SetupPair&) = default;
};

// All of them but the mirror images of earlier ones, in the order of their ranks.
std::vector<SetupPair> different_pairs(const SetupPhase& setups);
SetupPair mirror_of(const SetupPhase& setups, const SetupPair& pair);

struct PairValue {
  SolvedValue value;
  std::uint64_t nodes = 0;
  double seconds = 0;
  std::vector<PreparedLine> first_moves{};
};

struct PairsPlan {
  std::shared_ptr<ProofTable> table;
  Limits limits;  // of each pair
  int threads = 1;
  std::vector<std::size_t> indices{};  // of the pairs to be solved, in the order of their first tries
  int plies = 0;                       // of first moves that are prepared, both sides' counted
};

// Solves those pairs, and calls `on_solved` for each, by one thread at a time and in any order. `on_turn` is
// called now and then with the nodes that were visited so far, likewise.
void solve_pairs(const GameModule& game, const std::vector<SetupPair>& pairs, const PairsPlan& plan,
                 const std::function<void(std::size_t index, const PairValue& value)>& on_solved,
                 const std::function<void(std::uint64_t nodes)>& on_turn);

}  // namespace tabiya::tools
