// One game between two engines, adjudicated as a contest's referee would.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/play/match/match_player.h"

namespace tabiya::tools {

// How a game ends otherwise than by its rules; who does it has lost.
inline constexpr std::string_view kByIllegalMove = "illegal move";  // or anything else that is no move
inline constexpr std::string_view kByTime = "time";
inline constexpr std::string_view kByCrash = "crash";  // the engine ended, or closed its streams
bool is_forfeit(std::string_view ending);

// How a game ends that is adjudicated (adjudication.h).
inline constexpr std::string_view kByResignation = "resignation";
inline constexpr std::string_view kByAgreement = "agreed draw";
inline constexpr std::string_view kByMoveLimit = "move limit";
bool is_adjudicated(std::string_view ending);

// What records call an ending by the rules: "no move", "ply limit", "capture" (LineProtocol::win()).
std::string ending_name(Ending ending, const LineProtocol& protocol);

struct GameResult {
  std::optional<std::size_t> winner;  // a side; none: a draw
  std::string ending;
  std::string detail{};              // what was said instead of a move, or on standard error before a crash
  std::vector<std::string> moves{};  // wire notation, the opening's included
  std::array<std::chrono::milliseconds, 2> used{};
  std::vector<Thought>
      thoughts{};      // of the moves after the opening; no time is told of sides without a clock
  std::string from{};  // Opening::from
};

// Players are indexed by side. Nothing when one was stopped, or `stop` says so, which is asked before each move. Throws
// Failure when an engine cannot be started, or ends or is silent without having answered in any game: such a command
// is wrong, and its games would say nothing.
std::optional<GameResult> play_game(const std::array<MatchPlayer*, 2>& players, const GameTerms& terms,
                                    const std::function<bool()>& stop);

}  // namespace tabiya::tools
