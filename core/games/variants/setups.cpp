#include "core/games/variants/setups.h"

#include <algorithm>
#include <utility>

#include "core/games/variants/setup_keys.h"

namespace tabiya::variants {

Result<std::shared_ptr<const GameSetups>> GameSetups::make(const Tables& tables) {
  const SetupSection& section = tables.variant.setup;
  auto made = std::make_shared<GameSetups>();
  made->tables_ = &tables;
  made->alike_ = section.sides[0] == section.sides[1];
  for (std::size_t side = 0; side < (made->alike_ ? 1u : 2u); ++side) {
    auto space = SideSetups::make(tables, section.sides[side]);
    if (!space) return space.error();
    made->spaces_[side] = *std::move(space);
  }
  if (const Status apart = made->keep_apart(); !apart) return apart.error();
  if (section.castling && !tables.variant.castling)
    return about(section, 0, "setupCastling", invalid("there is no castling in this game"));
  return std::shared_ptr<const GameSetups>(std::move(made));
}

Status GameSetups::keep_apart() const {
  Bitboard taken = 0;
  for (const int side : {0, 1})
    for (const Square seen : of(side).squares()) {
      const Bitboard square = bit(square_of(side, seen));
      if ((taken & square) != 0)
        return about(tables_->variant.setup, side, "setupRegion",
                     invalid("both sides place on the same squares"));
      taken |= square;
    }
  return ok_status();
}

Square GameSetups::square_of(int side, Square seen) const {
  const Variant& rules = tables_->variant;
  if (side == 0) return seen;
  const Square across = Board::square(rules.rows - 1 - Board::row(seen), Board::column(seen));
  return rules.setup.half_turn ? mirror_square(rules, across) : across;
}

void GameSetups::place(Position& position, SetupId id) const {
  const int side = position.side_to_move();
  const SideSetups& space = of(side);
  std::array<Kind, Board::kSquares> kinds{};
  space.unrank(id, kinds);
  for (std::size_t place = 0; place < space.squares().size(); ++place)
    if (kinds[place] != kNoKind) position.put(side, kinds[place], square_of(side, space.squares()[place]));
  grant_castling(position, side);
  position.set_side(other(side));
  position.set_in_setup_phase(side == 0);
}

std::optional<SetupId> GameSetups::placed(const Position& position, int side) const {
  const SideSetups& space = of(side);
  std::array<Kind, Board::kSquares> kinds{};
  for (std::size_t place = 0; place < space.squares().size(); ++place) {
    const Square square = square_of(side, space.squares()[place]);
    kinds[place] = has(position.men(side), square) ? position.kind_at(square) : kNoKind;
  }
  return space.rank(kinds);
}

void GameSetups::grant_castling(Position& position, int side) const {
  const Variant& rules = tables_->variant;
  if (rules.castles_dropped)
    for (const int wing : {0, 1}) position.gain_castling(side, wing);
  if (!rules.setup.castling) return;
  const int row = side == 0 ? rules.castling_row : rules.rows - 1 - rules.castling_row;
  const Bitboard kings = position.men(side, tables_->castling_king) & row_squares(row);
  if (count(kings) != 1) return;
  const Bitboard rooks = position.men(side, tables_->castling_rooks) & row_squares(row);
  const Bitboard left = rooks & (kings - 1), right = rooks & ~(kings - 1);
  if (left != 0 && tables_->has_wing[0]) position.set_castling(side, 0, lowest(kings), lowest(left));
  if (right != 0 && tables_->has_wing[1])
    position.set_castling(side, 1, lowest(kings), static_cast<Square>(63 - std::countl_zero(right)));
}

Status GameSetups::prepare(Position& start) const {
  if (start.side_to_move() != 0) return invalid("White begins a game with a setup phase");
  for (const int side : {0, 1}) {
    const SideSetup& setup = tables_->variant.setup.sides[at(side)];
    bool in_hand = true;
    for (Kind kind = 0; kind < tables_->kinds.size(); ++kind)
      in_hand &= start.in_hand(side, kind) >= setup.counts[tables_->kinds[kind].name];
    for (Kind kind = 0; kind < tables_->kinds.size() && in_hand; ++kind)
      start.add_to_hand(side, kind, -setup.counts[tables_->kinds[kind].name]);
    for (const Square seen : of(side).squares())
      if (has(start.occupied(), square_of(side, seen)))
        return invalid("a man stands on a square where pieces are placed in the setup phase");
  }
  start.set_in_setup_phase(true);
  return ok_status();
}

}  // namespace tabiya::variants
