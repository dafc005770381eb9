// One game between two engines, adjudicated as a contest's referee would.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "booksearch/match/match_player.h"

namespace tabiya::booksearch {

// The endings of games that are not by the rules of the game; the side that causes one has lost.
inline constexpr std::string_view kByIllegalMove = "illegal move";  // or anything else that is no move
inline constexpr std::string_view kByTime = "time";
inline constexpr std::string_view kByCrash = "crash";  // the engine ended, or closed its streams
bool is_forfeit(std::string_view ending);

// The endings of games that are adjudicated (adjudication.h).
inline constexpr std::string_view kByResignation = "resignation";
inline constexpr std::string_view kByAgreement = "agreed draw";
inline constexpr std::string_view kByMoveLimit = "move limit";
bool is_adjudicated(std::string_view ending);

// Returns the name of an ending by the rules in records: "no move", "ply limit", "capture"
// (RefereeProtocol::win()).
std::string ending_name(Ending ending, const RefereeProtocol& protocol);

// A game that was played to its end.
struct GameRecord {
  std::uint64_t number = 0;             // in its match, from 0
  std::optional<std::size_t> winner{};  // a side; none: a draw
  std::string ending{};
  std::string detail{};              // what was said instead of a move, or on standard error before a crash
  std::vector<std::string> moves{};  // wire notation, the opening's included
  std::array<std::chrono::milliseconds, 2> used{};  // by side
  // Comments on the last moves, those after the opening: "+0.25/12 0.340s" is the value in the mover's view,
  // the depth, and the time of a side with a clock; "-M3/20" is a mate. It is empty if no engine has told a
  // value.
  std::vector<std::string> comments{};
  std::string from{};  // Opening::from
};

// Plays a game; players are indexed by side. Returns nothing when a player was stopped, or when `stop` says
// so, which is asked before each move. Errors: the game has no line protocol; the opening cannot be played;
// an engine cannot be started, or ends or is silent without having answered in any game: such a command is
// wrong, and its games would say nothing.
Result<std::optional<GameRecord>> play_game(const std::array<MatchPlayer*, 2>& players,
                                            const GameTerms& terms, const std::function<bool()>& stop);

}  // namespace tabiya::booksearch
