// A player of whole games of 0.1 under the judge's line protocol: lines in, answers out. It reads and writes
// nothing itself.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "codec/result.h"
#include "core/games/zero_point_one/engine.h"
#include "core/games/zero_point_one/setup_chooser.h"
#include "core/search/time_control.h"

namespace tabiya::zero_point_one {

struct PlayerOptions {
  Milliseconds time{30'000};    // for the game, unless a line says otherwise
  Milliseconds reserve{1'000};  // of it, never to be used; at most a tenth of the game's time is kept
  Limits limits{};              // of each search, besides the time
};

// The clock runs while receive() works, from the moment that the caller says the line came.
class Player {
 public:
  using Clock = std::chrono::steady_clock;

  // Both outlive the player.
  Player(Engine& engine, SetupChooser& setups, const PlayerOptions& options);

  // The answer to a line without its line end; nothing where none is due. After an error (a line that the
  // protocol does not know, an illegal move) the game is as it was before the line.
  Result<std::optional<std::string>> receive(std::string_view line, Clock::time_point received);

  bool has_quit() const { return has_quit_; }
  const Position& position() const { return position_; }

 private:
  using Answer = std::optional<std::string>;

  Status set_time(std::string_view text);
  Answer answer();
  std::string place_setup();
  std::string make_move();
  Milliseconds time_left() const;
  Milliseconds reserve() const;

  Engine& engine_;
  SetupChooser& setups_;
  PlayerOptions options_;
  Position position_;
  Clock::time_point received_;
  Clock::duration used_{};
  bool has_quit_ = false;
};

}  // namespace tabiya::zero_point_one
