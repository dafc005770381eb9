// A player of whole games of 0.1 under the judge's line protocol: lines in, answers out. It reads and writes
// nothing itself.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/setup_chooser.h"
#include "core/search/time_control.h"

namespace tabiya::zero_point_one {

struct PlayerOptions {
  Duration time = std::chrono::seconds(30);  // for the game, unless a line says otherwise
  Duration used{};                           // of it, before the first line: what it took to get ready
  Limits limits{};                           // of each search, besides the time
  ClockParameters clock{};
  TimeSources time_sources{};
  // Not 0: time passes by nodes alone, so many to a millisecond. For measuring clocks on busy machines.
  std::uint64_t nodes_per_millisecond = 0;
  std::function<void(std::string_view)> log{};  // is told of each search, a line of text
};

// The clock runs while receive() works, from the moment that the caller says the line came.
class Player {
 public:
  // `engine` and `setups` outlive the player.
  Player(Engine& engine, SetupChooser& setups, const PlayerOptions& options);
  Player(const Player&) = delete;
  Player& operator=(const Player&) = delete;

  // The answer to a line without its line end; nothing where none is due. After an error (a line that the
  // protocol does not know or does not allow now, an illegal move) the game is as it was before the line.
  Result<std::optional<std::string>> receive(std::string_view line, TimePoint received);

  bool has_quit() const { return has_quit_; }
  const Position& position() const { return position_; }

 private:
  using Answer = std::optional<std::string>;

  Result<Answer> receive_before_game(std::string_view word, std::string_view rest);
  Status set_time(std::string_view text);
  Answer answer();
  std::string place_setup();
  Setup find_reply();
  std::string make_move();
  Move search_move(MoveTimer& timer);
  bool counts_nodes() const { return options_.nodes_per_millisecond != 0; }
  Limits limits_within(Duration time) const;
  Duration time_of(std::uint64_t nodes) const;

  Engine& engine_;
  SetupChooser& setups_;
  PlayerOptions options_;
  TimePoint node_time_{};  // where time passes by nodes
  GameClock clock_;
  Duration planned_{};  // for the answer that is being found, at most
  Position position_;
  std::vector<std::uint64_t> played_;  // hashes of the positions before, since the last one that was given
  bool has_answered_ = false;
  bool has_quit_ = false;
  std::optional<Score> last_score_;  // of the search for the last move
};

}  // namespace tabiya::zero_point_one
