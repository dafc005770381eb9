// How long a side of a match may think.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/game/game_module.h"

namespace tabiya::tools {

struct TimeControl {
  enum class Kind : std::uint8_t { kNone, kGame, kMove };

  Kind kind = Kind::kNone;
  std::chrono::milliseconds base{};       // for the game, or for each move
  std::chrono::milliseconds increment{};  // of a game: added before each move

  // As PGN has it: "5+0.08", "-" of none; "1/move" of one second for each move, as testers of engines write it.
  std::string text() const;

  friend bool operator==(const TimeControl&, const TimeControl&) = default;
};

// That time for the game or for each move, as the clock of the game's line protocol counts it.
TimeControl time_control(const GameModule& game, std::chrono::milliseconds time);

// "SECONDS", "SECONDS+INCREMENT" or "MINUTES:SECONDS+INCREMENT", of a game. Nothing for what is none.
std::optional<TimeControl> parse_time_control(std::string_view text);

}  // namespace tabiya::tools
