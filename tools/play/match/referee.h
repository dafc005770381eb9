// One game between two engines, adjudicated as the judge would.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "core/games/zero_point_one/pieces.h"

namespace tabiya::tools {

using EngineCommand = std::vector<std::string>;  // program and arguments

// From the text that a person gave; "play …" is this program itself. Throws Failure.
EngineCommand engine_command(const std::string& text);

struct GameTerms {
  std::vector<std::string> opening;        // wire moves, setups first, legal
  std::chrono::milliseconds time{30'000};  // of each side
  std::chrono::milliseconds grace{200};    // beyond it, for what happens between the processes
};

enum class Ending {
  kCapture,      // of a wazir
  kPlyLimit,     // a draw
  kNoMove,       // the side to move has none
  kIllegalMove,  // or anything else that is no move
  kTimeout,
  kCrash,  // the engine ended, or closed its streams
};
const char* name(Ending ending);  // "capture", "ply limit", …

struct GameResult {
  std::optional<zero_point_one::Side> winner;  // none: a draw
  Ending ending = Ending::kPlyLimit;
  std::string detail;              // what was said instead of a move, or on standard error before a crash
  std::vector<std::string> moves;  // wire notation, the opening included
  std::array<std::chrono::milliseconds, 2> used{};
};

// Throws Failure when an engine cannot be started. Engines are indexed by side. Nothing when `stop` was set.
std::optional<GameResult> play_game(const std::array<EngineCommand, 2>& engines, const GameTerms& terms,
                                    const std::atomic<bool>& stop);

}  // namespace tabiya::tools
