// What a run over all pairs of setups has decided so far, in a file, so that a run that was stopped is gone
// on with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/games/game_module.h"
#include "tools/solving/pair_values.h"

namespace tabiya::tools {

// JSON lines: what was asked, then each pair that is decided, with its first moves.
class PairState {
 public:
  // Reads the file if it is there; without a path, nothing is read or kept. Throws Failure where it is no
  // such file, or one of other pairs or another question.
  PairState(std::string path, const GameModule& game, const std::vector<SetupPair>& pairs, int plies);

  const std::optional<PairValue>& operator[](std::size_t index) const { return values_[index]; }

  // Keeps the value of a pair: the file holds it when this returns. One that is not known is not kept.
  void add(std::size_t index, const PairValue& value);

 private:
  std::string header() const;
  void read();
  void write() const;

  std::string path_;
  const GameModule& game_;
  const std::vector<SetupPair>& pairs_;
  int plies_;
  std::vector<std::optional<PairValue>> values_;
};

}  // namespace tabiya::tools
