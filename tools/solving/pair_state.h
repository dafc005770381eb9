// What a run over all pairs of setups has decided so far, in one SQLite file, so that a run that was stopped can
// continue:
//
//   meta(key, value)     'question': what was asked
//   pair(number, line)   a checked line of JSON (checked_line.h) for each pair that is decided, with its first moves
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/work/file_lock.h"
#include "booksearch/work/sqlite.h"
#include "core/game/game_module.h"
#include "tools/solving/pair_values.h"

namespace tabiya::tools {

class PairState {
 public:
  // Without a path, nothing is read or kept. Throws Failure if another process writes the file, if it is
  // damaged, or of other pairs, another question or something else.
  PairState(const std::string& path, const GameModule& game, const std::vector<SetupPair>& pairs, int plies);

  const std::optional<PairValue>& operator[](std::size_t index) const { return values_[index]; }

  // Keeps the value of a pair: the file holds it when this returns. One that is not known is not kept. Throws
  // Failure.
  void add(std::size_t index, const PairValue& value);

 private:
  void begin(const std::string& question);
  void check(const std::string& question);
  void read();

  std::string path_;
  const std::vector<SetupPair>& pairs_;
  std::optional<booksearch::FileLock> lock_;
  std::optional<booksearch::Database> database_;
  std::vector<std::optional<PairValue>> values_;
};

}  // namespace tabiya::tools
