// The safety of the piece whose loss ends the game.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/board/move_text.h"
#include "core/game/game_position.h"

namespace tabiya::booksearch {

// The attack on the zone of a royal piece, which is its square and those next to it. The count of attacking
// pieces and of reached squares is an old measure of engines, "attacking king zone"
// (tools/reports/explanations.md names the source).
struct RoyalZone {
  std::size_t side = 0;    // whose piece it is
  std::size_t square = 0;  // by its place in BoardPicture::squares
  // `attackers` are the squares of the other side's pieces that have a legal move into the zone; `reached`
  // counts the squares of the zone that these moves lead to.
  std::vector<std::size_t> attackers;
  std::size_t reached = 0;
};

// Returns the zone of a side's royal piece; nothing unless it has exactly one. In `turn` the other side is to
// move.
std::optional<RoyalZone> royal_zone(const GamePosition& turn, std::size_t side);

// True if one of the first three moves of the side to move in `line` goes into the zone of the other side's
// royal piece, as it stands then, or takes it.
bool attacks_royal(PositionHandle position, std::span<const MoveText> line);

}  // namespace tabiya::booksearch
