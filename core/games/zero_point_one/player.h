// A player of whole games of 0.1 under the referee's line protocol: each side answers with its setup, and then
// with its moves, in wire notation.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/board/move_text.h"
#include "core/game/refereed_player_of.h"
#include "core/games/zero_point_one/evaluation.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/notation.h"
#include "core/random.h"
#include "core/setup/setup_space.h"

namespace tabiya::zero_point_one {

// Writes positions and moves, as walks of books of moves need them: a WalkText (core/game/book_walk_of.h).
struct Notation {
  using Rules = zero_point_one::Rules;

  static Position usual_start() { return {}; }
  static Result<Position> parse(std::string_view text) { return parse_position(text); }
  static bool in_setup_phase(const Position& position) { return position.in_setup_phase(); }
  static std::string format(const Position& position) { return format_position(position); }
  static MoveText move_text(const Position& position, Move move) {
    return {format_wire(position, move), format_long(position, move)};
  }
  static Result<Move> parse_move(const Position& position, std::string_view text) {
    const bool is_long = text.find_first_of("-x@") != text.npos;  // which no move in wire notation has
    return is_long ? parse_long(position, text) : parse_wire(position, text);
  }
};

// RefereedGame (core/game/refereed_player_of.h).
struct RefereedSetups {
  using Rules = zero_point_one::Rules;
  static constexpr RefereeClock kClock{ClockKind::kGame, Milliseconds(30'000)};
  static constexpr int kPlyLimit = zero_point_one::kPlyLimit;
  static constexpr int kSetupPlies = 2;
  static constexpr std::string_view kWin = "capture";  // of a wazir

  static Position start() { return {}; }
  static Result<std::vector<std::string>> words_of(const Position& position, std::string_view answer);
  static Status play(Position& position, std::string_view word);
  static bool in_setup_phase(const Position& position) { return position.in_setup_phase(); }
  static std::string text(const Position& position);
  static std::string setup_answer(const Position& position, SetupChooser& setups, const Limits& limits);
  static std::string wire(const Position& position, Move move);
  static std::string readable(const Position& position, Move move);
  static View mover_view(const Position& position) {
    return tabiya::mover_view(position.side_to_move() == Side::kRed);
  }
};

using Player = RefereedPlayerOf<RefereedSetups>;

// A setup to begin with where no book says which are good: the wazir in the corner behind both ferzes, the leapers with
// long reach in front.
SetupId sound_red();

// Such setups of Red and Blue: good by the linear evaluation, each the best of many random ones, and about equal.
std::pair<SetupId, SetupId> draw_pair(Random& random);

}  // namespace tabiya::zero_point_one
