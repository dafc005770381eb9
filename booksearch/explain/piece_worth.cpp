#include "booksearch/explain/piece_worth.h"

#include <algorithm>
#include <cmath>

#include "core/game/board_picture.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace {

// Returns the value of the position with those pieces alone, besides those that the game cannot do without.
std::optional<Score> value_with(const GameEngine& engine, const GamePosition& position,
                                const PieceWorths& pieces, const std::vector<bool>& present) {
  PositionHandle rest;
  for (std::size_t i = 0; i < pieces.size(); ++i)
    if (!present[i]) rest = (rest ? *rest : position).without(pieces[i].square);
  return static_value(engine, rest ? *rest : position);
}

PieceWorths pieces_of(const GamePosition& position) {
  PieceWorths pieces;
  const BoardPicture picture = position.picture();
  for (std::size_t square = 0; square < picture.squares.size(); ++square)
    if (picture.squares[square] && position.without(square))
      pieces.push_back({square, picture.squares[square]->side});
  return pieces;
}

void shuffle(std::vector<std::size_t>& order, Random& random) {
  for (std::size_t i = order.size(); i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
}

// Adds what each piece adds in that order to `added`. Returns false if a value is missing.
bool add_in_order(const GameEngine& engine, const GamePosition& position, const PieceWorths& pieces,
                  const std::vector<std::size_t>& order, std::vector<double>& added) {
  std::vector<bool> present(pieces.size());
  std::optional<Score> before = value_with(engine, position, pieces, present);
  for (const std::size_t piece : order) {
    present[piece] = true;
    const std::optional<Score> after = value_with(engine, position, pieces, present);
    if (!before || !after) return false;
    added[piece] += *after - *before;
    before = after;
  }
  return true;
}

}  // namespace

std::optional<Score> static_value(const GameEngine& engine, const GamePosition& position) {
  switch (position.outcome()) {
    case Outcome::kDraw:
      return kDrawScore;
    case Outcome::kWin:
      return kLargest;
    case Outcome::kLoss:
      return -kLargest;
    case Outcome::kOpen:
      break;
  }
  const Result<Score> value = engine.evaluate(position);
  if (!value) return std::nullopt;
  return std::clamp(*value, -kLargest, kLargest);
}

PieceWorths piece_worths(const GameEngine& engine, const GamePosition& position) {
  PieceWorths pieces = pieces_of(position);
  std::vector<std::size_t> order(pieces.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::vector<double> sums(pieces.size()), squares(pieces.size());
  Random random(position.picture().squares.size());
  for (int drawn = 0; drawn < kOrders; ++drawn) {
    shuffle(order, random);
    std::vector<double> added(pieces.size());
    const std::vector<std::size_t> reverse(order.rbegin(), order.rend());
    for (const auto& each : {order, reverse})
      if (!add_in_order(engine, position, pieces, each, added)) return {};
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      sums[i] += added[i] / 2;
      squares[i] += added[i] * added[i] / 4;
    }
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const double mean = sums[i] / kOrders;
    const bool own = pieces[i].side == static_cast<std::size_t>(position.side_to_move());
    pieces[i].worth = own ? mean : -mean;
    pieces[i].error = std::sqrt(std::max(0.0, squares[i] / kOrders - mean * mean) / (kOrders - 1));
  }
  return pieces;
}

}  // namespace tabiya::booksearch
