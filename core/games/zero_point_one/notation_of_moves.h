// Writes positions after the setup phase, and moves, as walks of books of moves need them
// (core/game/book_walk_of.h).
#pragma once

#include <string>
#include <string_view>

#include "core/board/move_text.h"
#include "core/games/zero_point_one/game.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {

// A WalkText.
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

}  // namespace tabiya::zero_point_one
