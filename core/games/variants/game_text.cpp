#include "core/games/variants/game_text.h"

#include <cstddef>

#include "core/board/board_notation.h"
#include "core/games/variants/attacks.h"
#include "core/games/variants/moves.h"
#include "core/games/variants/piece_names.h"
#include "core/games/variants/setups.h"

namespace tabiya::variants {
namespace {

std::array<std::vector<HeldPieces>, 2> hands_of(const Position& position) {
  std::array<std::vector<HeldPieces>, 2> hands;
  for (const int side : {0, 1})
    for (std::size_t kind = 0; kind < position.tables().kinds.size(); ++kind)
      if (const int held = position.in_hand(side, static_cast<Kind>(kind)); held > 0)
        hands[at(side)].push_back({kind, held});
  return hands;
}

std::string caption(const Position& position) {
  if (position.in_setup_phase())
    return std::string(kSides[at(position.side_to_move())]) + " is to place its setup";
  const auto ended = Text::result(position);
  if (ended) return *ended;
  return std::string(kSides[at(position.side_to_move())]) + " to move, move " +
         std::to_string(position.move_number()) + (in_check(position) ? ", check" : "");
}

}  // namespace

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

RepetitionRule Text::repetition_rule(const Position& position) {
  const Variant& rules = position.rules();
  const Outcome outcome = outcome_of(rules.n_fold_value);
  const int winner = outcome == Outcome::kWin ? position.side_to_move() : other(position.side_to_move());
  return {rules.n_fold, outcome, kSides[at(winner)]};
}

Result<Position> Text::place(const Position& position, std::string_view text) {
  const GameSetups& setups = *position.tables().setups;
  std::string name(text);
  for (char& c : name)
    if (position.side_to_move() == 1) c = capital(c);
  const Result<SetupId> id = setups.of(position.side_to_move()).parse(name);
  if (!id) return id.error();
  Position next = position;
  setups.place(next, *id);
  return next;
}

BoardPicture Text::picture(const Position& position, Move last) {
  const Variant& rules = position.rules();
  BoardPicture picture = lettered_board_picture(position.tables().piece_set, rules.rows, rules.columns);
  const auto place_of = [&](Square square) {
    return static_cast<std::size_t>(Board::row(square) * rules.columns + Board::column(square));
  };
  for (const int side : {0, 1}) {
    for (Bitboard men = position.men(side); men != 0;) {
      const Square square = pop_lowest(men);
      picture.squares[place_of(square)] = {at(side), position.kind_at(square)};
    }
  }
  if (!last.is_none()) {
    if (!last.is(Move::Act::kDrop)) picture.last_move.push_back(place_of(last.from()));
    picture.last_move.push_back(place_of(last.to()));
  }
  if (rules.drops) picture.hands = hands_of(position);
  picture.caption = caption(position);
  return picture;
}

std::optional<std::string> Text::result(const Position& position) {
  if (position.in_setup_phase()) return std::nullopt;
  End end = ended(position);
  if (end.outcome == Outcome::kOpen) {
    if (has_legal_move(position)) return std::nullopt;
    end = without_moves(position);
  }
  const std::string reason = ", " + std::string(end.reason);
  if (end.outcome == Outcome::kDraw) return "The game is drawn" + reason;
  const int us = position.side_to_move();
  return std::string(kSides[at(end.outcome == Outcome::kWin ? us : other(us))]) + " has won" + reason;
}

// A setup is a ply, too. Draws by counting moves do not end the game here.
std::uint64_t Text::perft(const Position& position, int depth) {
  const auto is_over = [](const Position& reached) { return decided(reached).outcome != Outcome::kOpen; };
  if (depth == 0 || !position.in_setup_phase()) return count_move_sequences<Rules>(position, depth, is_over);
  const GameSetups& setups = *position.tables().setups;
  const SetupId count = setups.of(position.side_to_move()).count();
  if (depth == 1) return count;
  std::uint64_t sum = 0;
  for (SetupId id = 0; id < count; ++id) {
    Position next = position;
    setups.place(next, id);
    sum += perft(next, depth - 1);
  }
  return sum;
}

std::optional<Error> Text::fault_to_evaluate(const Position& position) {
  if (position.in_setup_phase())
    return invalid("the setups are not placed yet, so there is nothing to evaluate");
  if (ended(position).outcome != Outcome::kOpen || !has_legal_move(position))
    return invalid("the game is over");
  return std::nullopt;
}

}  // namespace tabiya::variants
