// The values of all pairs of setups of a game, solved on several threads.
//
// Each pair is solved from nothing, with a table and a guide of its own, so that its nodes do not depend on
// threads. When the 32 pairs of a small game shared both, they took 6.6 instead of 3.6 G nodes: the knowledge
// from other pairs makes the search of a hard one greedy, and their positions crowd it out of the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/work/answer_store.h"
#include "core/game/game_module.h"
#include "core/game/solving/first_moves.h"
#include "core/game/solving/game_solver.h"
#include "core/search/limits.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// Returns all pairs except the mirror images of earlier ones, in the order of their ranks.
std::vector<SetupPair> different_pairs(const SetupPhase& setups);
SetupPair mirror_of(const SetupPhase& setups, const SetupPair& pair);

struct PairValue {
  SolvedValue value;
  std::uint64_t nodes = 0;  // to find the value
  double seconds = 0;       // for all
  std::vector<PreparedLine> first_moves{};

  // The parts of a value that is known.
  static void visit_parts(auto& self, auto& visit) {
    visit(self.value.winner, self.nodes, self.seconds, self.first_moves);
  }
};

struct PairsPlan {
  std::size_t table_bytes = 0;  // of each thread
  Limits limits;                // of each pair
  int threads = 1;
  std::vector<std::size_t> indices{};  // of the pairs to be solved, in this order
  int plies = 0;                       // of first moves that are prepared, both sides' counted
};

// Solves those pairs, and calls `on_solved` for each, by one thread at a time and in any order. Likewise it
// calls `on_turn` now and then with the nodes that were visited so far. It throws ThreadsRefused, and what
// these functions throw.
void solve_pairs(const GameModule& game, const std::vector<SetupPair>& pairs, PairsPlan plan,
                 const std::function<void(std::size_t index, const PairValue& value)>& on_solved,
                 const std::function<void(std::uint64_t nodes)>& on_turn);

// The decided values of a run over all pairs of setups, in one file (answer_store.h), so that a stopped run
// can continue.
class PairState {
 public:
  // Opens the file of a run. With an empty path, nothing is read or kept. Errors: those of
  // AnswerStore::open(); kCorrupt where the file holds an answer that is no decided pair of the game.
  static Result<PairState> open(const std::string& path, const GameModule& game,
                                const std::vector<SetupPair>& pairs, int plies);

  const std::optional<PairValue>& operator[](std::size_t index) const { return values_[index]; }
  // Tells what damage has lost; empty if nothing was lost.
  std::string loss() const { return store_ ? store_->loss() : ""; }

  // Keeps the value of a pair: the file holds it when this returns. A value that is not known is not kept.
  Status add(std::size_t index, const PairValue& value);

 private:
  explicit PairState(const std::vector<SetupPair>& pairs) : pairs_(&pairs), values_(pairs.size()) {}
  Status read();

  const std::vector<SetupPair>* pairs_;
  std::unique_ptr<AnswerStore> store_;
  std::vector<std::optional<PairValue>> values_;
};

}  // namespace tabiya::booksearch
