#include "core/games/ard_ri/notation.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "core/board/board_notation.h"

namespace tabiya::ard_ri {
namespace {

constexpr char kAttacker = 'V', kDefender = 'O', kKing = 'K';

std::string where(Square square) { return "on " + square_name<Board>(square); }

// Says what is wrong with a step from one square to the other.
std::string fault_of(const Position& position, Square from, Square to) {
  const bool is_king = from == position.king();
  const Side us = position.side_to_move();
  if (!has(position.occupied(), from)) return square_name<Board>(from) + " is empty";
  if (is_king ? us != Side::kDefenders : !has(position.men(us), from))
    return "the piece " + where(from) + " is the opponent's";
  if (has(position.occupied(), to)) return square_name<Board>(to) + " is occupied";
  if (!is_king && has(kOffLimits, to)) return "only the king may stand " + where(to);
  return "a piece moves one square up, down, left or right";
}

char letter_at(const Position& position, Square square) {
  if (square == position.king()) return kKing;
  if (has(position.men(Side::kAttackers), square)) return kAttacker;
  return has(position.men(Side::kDefenders), square) ? kDefender : ' ';
}

// Puts the piece of a letter onto a square; returns what is wrong with it, if something is.
std::optional<std::string> put(Position& position, char letter, Square square) {
  if (letter == kKing) {
    if (position.king() != kNoSquare) return "there is more than one king";
    position.put_king(square);
    return std::nullopt;
  }
  if (letter != kAttacker && letter != kDefender) return "unknown piece: expected V, O or K";
  if (has(kOffLimits, square)) return "only the king may stand " + where(square);
  position.put_man(letter == kAttacker ? Side::kAttackers : Side::kDefenders, square);
  return std::nullopt;
}

// Says what keeps a position out of every game, though its text is well-formed.
std::optional<std::string> impossibility(const Position& position) {
  if (count(position.men(Side::kAttackers)) > kMostAttackers) return "there are more than 16 attackers";
  if (count(position.men(Side::kDefenders)) > kMostDefenders) return "there are more than 8 defenders";
  const bool defenders_move = position.side_to_move() == Side::kDefenders;
  if (position.king() == kNoSquare && !defenders_move)
    return "there is no king: it is missing only where it was just captured, with d to move";
  if (position.king() != kNoSquare && has(kCorners, position.king()) && defenders_move)
    return "the king stands on a corner, so that the game was over before this move";
  return std::nullopt;
}

}  // namespace

std::string format_move(Move move) { return square_name<Board>(move.from()) + square_name<Board>(move.to()); }

Result<Move> parse_move(const Position& position, std::string_view text) {
  const std::string name = "'" + std::string(text.substr(0, 20)) + "'";
  const bool names_the_king = text.size() == 3 && (text[0] == kKing || text[0] == 'k');
  if (text.size() != 4 && !names_the_king)
    return invalid("not a move: " + name + " (expected two squares, such as c3c2, or Kd5 for the king)", 0);
  if (names_the_king && position.king() == kNoSquare)
    return invalid("illegal move " + name + ": the king is captured", 0);
  const auto from = names_the_king ? position.king() : parse_square_name<Board>(text.substr(0, 2));
  const auto to = parse_square_name<Board>(text.substr(text.size() - 2));
  if (!from || !to)
    return invalid("no square in " + name + ": a square is a column a to g and a row 1 to 7", from ? 2 : 0);
  const Move move(*from, *to);
  if (Rules::is_legal(position, move)) return move;
  if (Rules::outcome(position) != Outcome::kOpen)
    return invalid("illegal move " + name + ": the game is over", 0);
  return invalid("illegal move " + name + ": " + fault_of(position, *from, *to), 0);
}

std::string format_position(const Position& position) {
  const auto letter = [&](Square square) { return letter_at(position, square); };
  return format_rows<Board>(RowOrder::kLastRowFirst, letter) +
         (position.side_to_move() == Side::kDefenders ? " d" : " a");
}

Result<Position> parse_position(std::string_view text) {
  Position position;
  const std::size_t end = std::min(text.find(' '), text.size());
  const auto put_piece = [&](char letter, Square square) { return put(position, letter, square); };
  const Status rows = parse_rows<Board>(text.substr(0, end), RowOrder::kLastRowFirst, "row", put_piece);
  if (!rows) return rows.error();
  const std::string_view side = text.substr(end);
  if (side != " d" && side != " a") return invalid("the side to move is d or a, after one blank", end);
  position.set_side(side == " d" ? Side::kDefenders : Side::kAttackers);
  if (const auto fault = impossibility(position)) return invalid(*fault, 0);
  return position;
}

}  // namespace tabiya::ard_ri
