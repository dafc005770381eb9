// Lines of moves in wire notation.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {

// Plays moves separated by blanks; the offset of an error is one into `moves`.
inline Status play_wire_line(Position& position, std::string_view moves) {
  constexpr std::string_view kBlanks = " \t\r\n";
  Position played = position;
  int number = 0;
  for (std::size_t begin = moves.find_first_not_of(kBlanks); begin != std::string_view::npos;) {
    const std::size_t end = std::min(moves.find_first_of(kBlanks, begin), moves.size());
    ++number;
    const Status status = play_wire(played, moves.substr(begin, end - begin));
    if (!status) {
      return invalid("move " + std::to_string(number) + ": " + status.error().message,
                     begin + status.error().offset.value_or(0));
    }
    begin = moves.find_first_not_of(kBlanks, end);
  }
  position = played;
  return ok_status();
}

}  // namespace tabiya::zero_point_one
