// How safe the piece is whose loss ends the game.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/board/move_text.h"
#include "core/game/game_position.h"

namespace tabiya::booksearch {

// What reaches the zone of a royal piece: its square and those next to it. To count the pieces and the squares is an old
// measure of engines, "attacking king zone" (tools/reports/explanations.md names the source).
struct RoyalZone {
  std::size_t side = 0;    // whose piece it is
  std::size_t square = 0;  // by its place in BoardPicture::squares
  // The squares of pieces of the other side that have a legal move into the zone, and how many of its squares these
  // lead to.
  std::vector<std::size_t> attackers;
  std::size_t reached = 0;
};

// `turn`: the position in which the other side is to move. Nothing unless the side has exactly one such piece.
std::optional<RoyalZone> royal_zone(const GamePosition& turn, std::size_t side);

// Whether one of the first three moves that the side to move makes in a line from there goes into the zone of the other
// side's royal piece, as it stands then, or takes it.
bool attacks_royal(PositionHandle position, std::span<const MoveText> line);

}  // namespace tabiya::booksearch
