#include "booksearch/explain/royal_safety.h"

#include <algorithm>
#include <set>

#include "core/game/board_picture.h"

namespace tabiya::booksearch {
namespace {

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
