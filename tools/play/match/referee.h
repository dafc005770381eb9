// One game between two engines, adjudicated as the judge would.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/game_module.h"

namespace tabiya::tools {

using EngineCommand = std::vector<std::string>;  // program and arguments

// From the text that a person gave; "play …" is this program itself, playing the game. Throws Failure.
EngineCommand engine_command(const std::string& text, const GameModule& game);

struct GameTerms {
  const GameModule* game = nullptr;        // which has a line protocol
  std::vector<std::string> opening{};      // wire moves, setups first, legal
  std::chrono::milliseconds time{30'000};  // of each side, for the game or for each move
  std::chrono::milliseconds grace{200};    // beyond it, for what happens between the processes
};

// How a game ends otherwise than by its rules; who does it has lost.
inline constexpr std::string_view kByIllegalMove = "illegal move";  // or anything else that is no move
inline constexpr std::string_view kByTime = "time";
inline constexpr std::string_view kByCrash = "crash";  // the engine ended, or closed its streams
bool is_forfeit(std::string_view ending);

// What records call an ending by the rules: "no move", "ply limit", "capture" (LineProtocol::win()).
std::string ending_name(Ending ending, const LineProtocol& protocol);

struct GameResult {
  std::optional<std::size_t> winner;  // a side; none: a draw
  std::string ending;
  std::string detail{};              // what was said instead of a move, or on standard error before a crash
  std::vector<std::string> moves{};  // wire notation, the opening included
  std::array<std::chrono::milliseconds, 2> used{};
};

// Throws Failure when an engine cannot be started. Engines are indexed by side. Nothing when `stop` was set.
std::optional<GameResult> play_game(const std::array<EngineCommand, 2>& engines, const GameTerms& terms,
                                    const std::atomic<bool>& stop);

}  // namespace tabiya::tools
