// What each piece of a position counts for, by a static evaluation.
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

// For each piece that the game can do without, the difference that its absence makes, shared out among pieces
// that count together by Shapley values (Shapley, "A value for n-person games", 1953): the mean of what it adds
// when the pieces are put back in a random order, over kOrders orders and their reverses (Castro, Gomez and
// Tejada, "Polynomial calculation of the Shapley value based on sampling", 2009). The worths of one side less
// those of the other are the value of the position less that without all of them. A value beyond kLargest, and
// a game that is decided by what is missing, count as kLargest. Always the same for the same position.
PieceWorths piece_worths(const GameEngine& engine, const GamePosition& position);

inline constexpr int kOrders = 64;
inline constexpr Score kLargest = 40'000;

// The static value of a position for the side to move, as above; nothing if it has none.
std::optional<Score> static_value(const GameEngine& engine, const GamePosition& position);

}  // namespace tabiya::booksearch
