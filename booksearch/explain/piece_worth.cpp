#include "booksearch/explain/piece_worth.h"

#include <algorithm>
#include <cmath>
#include <set>

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

constexpr std::size_t kMovesOfAttack = 3;

// Returns the square of the royal piece; nothing unless there is exactly one.
std::optional<std::size_t> royal_square(const BoardPicture& picture, std::size_t side) {
  std::optional<std::size_t> found;
  if (!picture.pieces->royal) return std::nullopt;
  const PicturedPiece royal{side, *picture.pieces->royal};
  for (std::size_t square = 0; square < picture.squares.size(); ++square) {
    if (picture.squares[square] != royal) continue;
    if (found) return std::nullopt;
    found = square;
  }
  return found;
}

bool are_near(const BoardPicture& picture, std::size_t a, std::size_t b) {
  const std::size_t columns = picture.column_names.size();
  const auto apart = [](std::size_t x, std::size_t y) { return x > y ? x - y : y - x; };
  return apart(a / columns, b / columns) <= 1 && apart(a % columns, b % columns) <= 1;
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

std::optional<RoyalZone> royal_zone(const GamePosition& turn, std::size_t side) {
  const BoardPicture picture = turn.picture();
  const std::optional<std::size_t> royal = royal_square(picture, side);
  if (!royal) return std::nullopt;
  std::set<std::size_t> attackers, reached;
  for (std::size_t place = 0; const auto played = turn.play(place); ++place) {
    const std::vector<std::size_t> squares = played->second->picture().last_move;
    if (squares.size() < 2 || !are_near(picture, squares.back(), *royal))
      continue;  // a drop attacks nothing yet
    attackers.insert(squares.front());
    reached.insert(squares.back());
  }
  return RoyalZone{side, *royal, {attackers.begin(), attackers.end()}, reached.size()};
}

bool attacks_royal(PositionHandle position, std::span<const MoveText> line) {
  const auto side = static_cast<std::size_t>(position->side_to_move());
  for (std::size_t ply = 0; ply < std::min(line.size(), 2 * kMovesOfAttack); ++ply) {
    const BoardPicture before = position->picture();
    const Result<PositionHandle> after = position->after(line[ply].wire);
    if (!after) return false;
    position = *after;
    if (ply % 2 == 1) continue;
    const std::optional<std::size_t> royal = royal_square(before, 1 - side);
    const std::vector<std::size_t> squares = position->picture().last_move;
    if (royal && !squares.empty() && are_near(before, squares.back(), *royal)) return true;
  }
  return false;
}

}  // namespace tabiya::booksearch
