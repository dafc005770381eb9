// The decided values of a run over all pairs of setups, in one file (answer_store.h), so that a stopped run
// can continue.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/solve/pair_values.h"
#include "booksearch/work/answer_store.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

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
