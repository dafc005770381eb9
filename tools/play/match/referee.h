// One game between two engines, adjudicated as a contest's referee would.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/games/game_module.h"

namespace tabiya::tools {

using EngineCommand = std::vector<std::string>;  // program and arguments

// From the text that a person gave; "play …" is this program itself, playing the game. Throws Failure.
EngineCommand engine_command(const std::string& text, const GameModule& game);

// The same, choosing by this seed, if it is this program and has none.
EngineCommand with_seed(EngineCommand command, std::uint64_t seed);

// What is wrong with a pair of setups that one side chooses for both; empty if nothing is.
using FaultOfChoice = std::function<std::string(std::size_t side, const std::vector<std::string>& words)>;

struct GameTerms {
  const GameModule* game = nullptr;        // which has a line protocol
  std::vector<std::string> opening{};      // wire moves, setups first, legal
  std::chrono::milliseconds time{30'000};  // of each side, for the game or for each move
  std::chrono::milliseconds grace{200};    // beyond it, for what happens between the processes
  FaultOfChoice fault_of_choice{};         // empty: every legal choice is allowed
  // Of each side's engine: whether it has answered any line, in whatever game. Set here; null: not asked for.
  std::array<std::atomic<bool>*, 2> has_answered{};
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

// Engines are indexed by side. Nothing when `stop` said so, which is asked before each move. Throws Failure
// when an engine cannot be started, or ends or is silent without having answered in any game: such a command
// is wrong, and its games would say nothing.
std::optional<GameResult> play_game(const std::array<EngineCommand, 2>& engines, const GameTerms& terms,
                                    const std::function<bool()>& stop);

}  // namespace tabiya::tools
