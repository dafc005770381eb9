// Start positions that are won or lost already, as short searches prove.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "booksearch/openings/engine_opening_judge.h"
#include "booksearch/work/judge_pool.h"
#include "core/game/game_module.h"

namespace tabiya::tools {

// The settings of the proofs. The prover is an engine of the game's own, or a UCI engine if a command is
// given.
struct ProofTask {
  std::uint64_t nodes = 0;  // of each search
  std::string engine;       // program and arguments; empty: our own search
  int threads = 1;
};

class WinProofs {
 public:
  using OnWin = std::function<void(std::size_t place, const std::string& what)>;

  // Throws Failure if the engine cannot be used.
  WinProofs(const GameModule& game, const ProofTask& task, booksearch::Control control, OnWin on_win);
  ~WinProofs();

  // Positions are searched in batches. Errors: kStopped, and those of the searches.
  Status add(std::size_t place, PositionHandle position);
  Status finish();

 private:
  struct Waiting {
    std::size_t place;
    PositionHandle position;
  };

  const GameModule& game_;
  booksearch::Control control_;
  OnWin on_win_;
  std::vector<Waiting> waiting_;
  booksearch::OpeningQuestions questions_;
  std::unique_ptr<booksearch::JudgePool<booksearch::OpeningJudge>> pool_;
};

}  // namespace tabiya::tools
