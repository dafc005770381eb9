// The job of `openings`: a TOML file with the start positions to look at, the engine that judges them, and
// the positions that are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/engines/uci_engine.h"
#include "booksearch/openings/window.h"
#include "core/game/pgn_reader.h"
#include "tools/jobs/oracle_choice.h"

namespace tabiya::tools {

// All lines of some moves that a book of moves has; each position once, however it is reached.
struct LineTree {
  std::string book;   // a path
  int plies = 8;      // of each line
  double share = 10;  // per cent of the weight of a position's best move that another one has at least
};

struct OpeningsJob {
  const GameModule* game = nullptr;
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
  OracleChoice oracle;
  bool has_window = false;
  booksearch::Window window;  // scores: centipawns of an engine, logit x 10,000 of the program's own search
  std::vector<booksearch::UciLimits> stages;
};

// `name`: the path of the file; paths in it are relative to its folder. Throws Failure with the line of the
// fault.
OpeningsJob parse_openings_job(std::string_view text, const std::string& name);

// All keys with their defaults and meanings, for people.
std::string openings_job_reference();

}  // namespace tabiya::tools
