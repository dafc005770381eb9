#include "core/games/ard_ri/notation.h"

#include <optional>

namespace tabiya::ard_ri {
namespace {

constexpr char kAttacker = 'V', kDefender = 'O', kKing = 'K';
constexpr int kMostAttackers = 16, kMostDefenders = 8;

std::optional<Square> parse_square(std::string_view text) {
  const int column = text[0] - 'a', row = text[1] - '1';
  if (!Board::contains(row, column)) return std::nullopt;
  return Board::square(row, column);
}

std::string where(Square square) { return "on " + format_square(square); }

// What is wrong with a step from one square to the other.
std::string fault_of(const Position& position, Square from, Square to) {
  const bool is_king = from == position.king();
  const Side us = position.side_to_move();
  if (!has(position.occupied(), from)) return format_square(from) + " is empty";
  if (is_king ? us != Side::kDefenders : !has(position.men(us), from))
    return "the piece " + where(from) + " is the opponent's";
  if (has(position.occupied(), to)) return format_square(to) + " is occupied";
  if (!is_king && has(kOffLimits, to)) return "only the king may stand " + where(to);
  return "a piece moves one square up, down, left or right";
}

char letter_at(const Position& position, Square square) {
  if (square == position.king()) return kKing;
  if (has(position.men(Side::kAttackers), square)) return kAttacker;
  return has(position.men(Side::kDefenders), square) ? kDefender : ' ';
}

// Puts the piece of a letter onto a square; what is wrong with it, if something is.
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

// Reads the rows up to the blank behind them, whose offset is returned.
Result<std::size_t> parse_rows(std::string_view text, Position& position) {
  int row = Board::kRows - 1, column = 0;
  std::size_t at = 0;
  for (; at < text.size() && text[at] != ' '; ++at) {
    const char c = text[at];
    if (c == '/') {
      if (column != Board::kColumns) return invalid("a row has fewer than 7 squares", at);
      if (row-- == 0) return invalid("there are more than 7 rows", at);
      column = 0;
    } else if (c >= '1' && c <= '7') {
      column += c - '0';
    } else if (column < Board::kColumns) {
      if (const auto fault = put(position, c, Board::square(row, column))) return invalid(*fault, at);
      ++column;
    } else {
      return invalid("a row has more than 7 squares", at);
    }
    if (column > Board::kColumns) return invalid("a row has more than 7 squares", at);
  }
  if (row != 0 || column != Board::kColumns)
    return invalid("the board ends early: expected 7 rows of 7 squares", at);
  return at;
}

// What keeps a position out of every game, the text of which was well-formed.
std::optional<std::string> impossibility(const Position& position) {
  if (count(position.men(Side::kAttackers)) > kMostAttackers) return "there are more than 16 attackers";
  if (count(position.men(Side::kDefenders)) > kMostDefenders) return "there are more than 8 defenders";
  const bool defenders_move = position.side_to_move() == Side::kDefenders;
  if (position.king() == kNoSquare && !defenders_move)
    return "there is no king: he is missing only where he was just captured, with d to move";
  if (position.king() != kNoSquare && has(kCorners, position.king()) && defenders_move)
    return "the king stands on a corner, so that the game was over before this move";
  return std::nullopt;
}

}  // namespace

std::string format_square(Square square) {
  return {static_cast<char>('a' + Board::column(square)), static_cast<char>('1' + Board::row(square))};
}

std::string format_move(Move move) { return format_square(move.from()) + format_square(move.to()); }

Result<Move> parse_move(const Position& position, std::string_view text) {
  const std::string name = "'" + std::string(text.substr(0, 20)) + "'";
  if (text.size() != 4) return invalid("not a move: " + name + " (expected two squares, such as c3c2)", 0);
  const auto from = parse_square(text.substr(0, 2)), to = parse_square(text.substr(2, 2));
  if (!from || !to)
    return invalid("no square in " + name + ": a square is a column a to g and a row 1 to 7", from ? 2 : 0);
  const Move move(*from, *to);
  if (Rules::is_legal(position, move)) return move;
  if (Rules::outcome(position) != Outcome::kOpen)
    return invalid("illegal move " + name + ": the game is over", 0);
  return invalid("illegal move " + name + ": " + fault_of(position, *from, *to), 0);
}

std::string format_position(const Position& position) {
  std::string text;
  for (int row = Board::kRows - 1; row >= 0; --row) {
    int empty = 0;
    const auto flush = [&] {
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
    };
    for (int column = 0; column < Board::kColumns; ++column) {
      const char letter = letter_at(position, Board::square(row, column));
      if (letter == ' ') {
        ++empty;
        continue;
      }
      flush();
      text += letter;
    }
    flush();
    if (row > 0) text += '/';
  }
  return text + (position.side_to_move() == Side::kDefenders ? " d" : " a");
}

Result<Position> parse_position(std::string_view text) {
  Position position;
  const Result<std::size_t> end = parse_rows(text, position);
  if (!end) return end.error();
  const std::string_view side = text.substr(*end);
  if (side != " d" && side != " a") return invalid("the side to move is d or a, after one blank", *end);
  position.set_side(side == " d" ? Side::kDefenders : Side::kAttackers);
  if (const auto fault = impossibility(position)) return invalid(*fault, 0);
  return position;
}

}  // namespace tabiya::ard_ri
