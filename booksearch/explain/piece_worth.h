// The worth of each piece of a position, by a static evaluation, and the safety of the piece whose loss ends the game.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "core/board/move_text.h"
#include "core/game/game_engine.h"
#include "core/game/game_position.h"
#include "core/search/score.h"

namespace tabiya::booksearch {

struct PieceWorth {
  std::size_t square = 0;  // by its place in BoardPicture::squares
  std::size_t side = 0;    // whose it is
  double worth = 0;        // logit x 10,000, from the view of that side
  double error = 0;        // standard error of that, by the orders that were drawn
};

using PieceWorths = std::vector<PieceWorth>;

// piece_worths() returns, for each piece that the game can do without, the difference that its absence makes,
// shared out among pieces that count together by Shapley values (Shapley, "A value for n-person games",
// 1953). A Shapley value is the mean of the amounts that a piece adds when the pieces are put back in a
// random order, over kOrders orders and their reverses (Castro, Gomez and Tejada, "Polynomial calculation of
// the Shapley value based on sampling", 2009). The worths of one side minus those of the other are the value
// of the position minus that without all of them. A value beyond kLargest counts as kLargest, and so does a
// game that is decided by missing pieces. The results are always the same for the same position.
PieceWorths piece_worths(const GameEngine& engine, const GamePosition& position);

inline constexpr int kOrders = 64;
inline constexpr Score kLargest = 40'000;

// Returns the static value of a position for the side to move, bounded as above; nothing if it has none.
std::optional<Score> static_value(const GameEngine& engine, const GamePosition& position);

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
