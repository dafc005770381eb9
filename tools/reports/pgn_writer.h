// The games of a match in Portable Game Notation, from their records.
#pragma once

#include <fstream>
#include <string>
#include <vector>

#include "booksearch/match/match_runner.h"
#include "booksearch/work/file_lock.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// A game in PGN. `engines` are those of the match, in their order.
std::string pgn_of(const GameModule& game, const std::vector<booksearch::MatchEngine>& engines,
                   const booksearch::Pairings& pairings, const booksearch::GameRecord& record);

// A file that grows by one game at a time. One match at a time writes it.
class PgnFile {
 public:
  // `replace`: the first game overwrites an existing file. Throws Failure, also if another process writes the
  // file.
  PgnFile(const std::string& path, bool replace);

  void add(const std::string& game);  // throws Failure

 private:
  std::string path_;
  booksearch::FileLock lock_;
  std::ofstream file_;
};

}  // namespace tabiya::tools
