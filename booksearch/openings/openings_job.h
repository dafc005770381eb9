// The job of a list of start positions: those that are looked at, and those that are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/engines/uci_engine.h"
#include "booksearch/openings/window.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"

namespace tabiya::booksearch {

// All lines of some moves that a book of moves has; each position once, however it is reached.
struct LineTree {
  std::string book;   // a path
  int plies = 8;      // of each line
  double share = 10;  // per cent of the weight of a position's best move that another one has at least
};

struct OpeningsJob {
  const GameModule* game = nullptr;
  std::string variant;  // the game's name in games in PGN, where UCI engines have none for it
  std::uint64_t seed = 1;
  std::string pairs = "all";  // or "same", "sample N", "square N", or the path of a file
  std::string positions;  // the path of a list of start positions; empty: the job is of pairs, or of a tree
  std::size_t exit = PgnGame::kMaxPlies;  // moves of each game of that list
  std::optional<LineTree> tree;
  int plies = 0;                    // moves at random after the setups
  std::uint32_t wanted = 0;         // how many; 0: all that belong
  int distance = 0;                 // squares in which two of them differ at least
  bool prefers_resolution = false;  // those first that resolve most (resolution.h)
  double error = 0.05;              // as WindowTask::allowed_error has it
  bool has_window = false;
  Window window;               // scores are in the unit of the judge
  bool in_centipawns = false;  // that unit; else logit x 10,000
  std::vector<UciLimits> stages;
};

}  // namespace tabiya::booksearch
