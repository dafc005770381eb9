#include "core/games/variants/notation.h"

#include "core/board/board_notation.h"
#include "core/games/variants/attacks.h"
#include "core/games/variants/letters.h"
#include "core/games/variants/moves.h"

namespace tabiya::variants {

MoveText move_text(const Position& position, Move move) {
  const auto& kinds = position.tables().kinds;
  const std::string to = square_name<Board>(move.to());
  if (move.is(Move::Act::kDrop)) {
    const std::string text =
        (move.drops_promoted() ? "+" : "") + std::string(1, capital(kinds[move.dropped()].letter)) + "@" + to;
    return {text, text};
  }
  const std::string from = square_name<Board>(move.from());
  const KindRules& own = kinds[position.kind_at(move.from())];
  std::string end;
  if (move.is_promotion()) end = kinds[position.tables().promotion_targets[move.promotion_place()]].letter;
  if (move.is(Move::Act::kPromote)) end = position.turns_back(move.from()) ? '-' : '+';
  const std::string man = own.name == kPawn ? "" : std::string(1, capital(own.letter));
  const std::string capture = position.is_capture(move) ? "x" : man.empty() ? "-" : "";
  const std::string sign = move.is_promotion() ? "=" + std::string(1, capital(end.front())) : end;
  if (move.is(Move::Act::kCastle)) {
    // A king who stands there, or can go there by itself, castles by taking its rook.
    const int us = position.side_to_move(), wing = position.wing_of(move);
    const bool is_plain_move =
        move.from() == move.to() ||
        has(targets_of(position, us, position.kind_at(move.from()), move.from()), move.to());
    return {from + (is_plain_move ? square_name<Board>(position.castling_rook(us, wing)) : to),
            wing == 1 ? "O-O" : "O-O-O"};
  }
  return {from + to + end, man + from + capture + to + sign};
}

Result<Move> parse_move(const Position& position, std::string_view text) {
  constexpr std::size_t kLongest = 16;
  if (text.empty() || text.size() > kLongest) return invalid("a move is written e2e4, e7e8q, P@e4 or e5e6+");
  MoveList<Move> moves;
  append_legal_moves(position, moves);
  for (const Move move : moves) {
    const MoveText written = move_text(position, move);
    if (written.wire == text || written.readable == text) return move;
  }
  return invalid("illegal move '" + std::string(text) + "'");
}

}  // namespace tabiya::variants
