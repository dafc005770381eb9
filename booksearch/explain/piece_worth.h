// The worth of each piece of a position, by a static evaluation.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

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

}  // namespace tabiya::booksearch
