#include "core/games/pawn_race/notation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <optional>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/board/board_notation.h"
#include "core/games/pawn_race/setups.h"

namespace tabiya::pawn_race {
namespace {

constexpr std::array<char, 2> kPawnLetters{'P', 'p'}, kSideLetters{'w', 'b'};
constexpr std::array<std::string_view, 2> kSideNames{"White", "Black"};

std::string name(Side side) { return std::string(kSideNames[index(side)]); }
char file_letter(Square square) { return static_cast<char>('a' + Board::column(square)); }

// Says why a pawn does not go from one square to the other.
std::string fault_of(const Position& position, Square from, Square to) {
  const Side us = position.side_to_move();
  if (!has(position.occupied(), from)) return square_name<Board>(from) + " is empty";
  if (!has(position.pawns(us), from)) return "the pawn on " + square_name<Board>(from) + " is the opponent's";
  const int ahead = forward(us);
  const bool is_step = to - from == ahead || (to - from == 2 * ahead && has(first_rank(us), from));
  if (is_step) return "the way of the pawn is not free";
  return "a pawn steps one square ahead, two from where it starts, and captures one square diagonally ahead";
}

// Says why a text is not a legal move.
std::string fault_of(const Position& position, std::string_view text) {
  const std::string us = name(position.side_to_move());
  if (parse_square_name<Board>(text)) return "no pawn of " + us + " can step to " + std::string(text);
  if (text.size() != 4) return "expected a move such as a4, bxc6 or a2a4";
  const auto to = parse_square_name<Board>(text.substr(2));
  if (!to) return "'" + std::string(text.substr(2)) + "' is not a square from a1 to h8";
  if (text[1] == 'x' && text[0] >= 'a' && text[0] <= 'h')
    return "no pawn of " + us + " on the " + text[0] + "-file can capture on " + square_name<Board>(*to);
  const auto from = parse_square_name<Board>(text.substr(0, 2));
  if (!from) return "'" + std::string(text.substr(0, 2)) + "' is not a square from a1 to h8";
  return fault_of(position, *from, *to);
}

// Puts the pawn of a letter onto a square; what is wrong with it, if something is.
std::optional<std::string> put(Position& position, char letter, Square square) {
  if (letter != kPawnLetters[0] && letter != kPawnLetters[1]) return "unknown piece: expected P or p";
  const Side side = letter == kPawnLetters[0] ? Side::kWhite : Side::kBlack;
  if (has(last_rank(other(side)), square))
    return "no pawn of " + name(side) + " can stand on rank " + square_name<Board>(square)[1];
  if (count(position.pawns(side)) == kPawns) return name(side) + " has more than 7 pawns";
  position.put(side, square);
  if (count(position.pawns(side) & last_rank(side)) > 1)
    return "more than one pawn of " + name(side) + " stands on the last rank";
  return std::nullopt;
}

Status parse_board(std::string_view text, Position& position) {
  const auto put_pawn = [&](char letter, Square square) { return put(position, letter, square); };
  return parse_rows<Board>(text, RowOrder::kLastRowFirst, "rank", put_pawn);
}

// Says what is wrong with the side to move, where the last move has ended the game.
std::optional<std::string> fault_of_side(const Position& position) {
  if (position.in_setup_phase()) return std::nullopt;
  const auto must_move = [](Side side) {
    return ", which ends the game, so that the side to move is " + std::string(1, kSideLetters[index(side)]);
  };
  for (const Side side : {Side::kWhite, Side::kBlack}) {
    const Side them = other(side);
    const bool has_arrived = (position.pawns(side) & last_rank(side)) != 0;
    if (has_arrived && position.side_to_move() == side)
      return "a pawn of " + name(side) + " stands on the last rank" + must_move(them);
    if (position.pawns(side) == 0 && position.side_to_move() != side)
      return name(side) + " has no pawns" + must_move(side);
    if (has_arrived && position.pawns(them) == 0)
      return "a pawn of " + name(side) + " stands on the last rank, but " + name(them) +
             " has no pawns: the game was over before";
  }
  return std::nullopt;
}

bool is_passed_square(const Position& position, Square square) {
  const Side them = other(position.side_to_move());
  const int ahead = forward(them);
  const Square from = static_cast<Square>(square - ahead), to = static_cast<Square>(square + ahead);
  return has(first_rank(them), from) && has(position.pawns(them), to) && !has(position.occupied(), square) &&
         !has(position.occupied(), from) && Rules::outcome(position) == Outcome::kOpen;
}

Status parse_passed_square(std::string_view text, Position& position) {
  if (text == "-") return ok_status();
  const auto square = parse_square_name<Board>(text);
  const int row = square ? Board::row(*square) : 0;
  if (row == 0 || row == Board::kRows - 1 || !is_passed_square(position, *square))
    return invalid(
        "expected -, or the en-passant square: the one that a pawn has just passed by a double step", 0);
  position.set_passed_square(*square);
  return ok_status();
}

Status parse_side(std::string_view text, Position& position) {
  if (text != "w" && text != "b") return invalid("the side to move is w or b", 0);
  position.set_side(text == "w" ? Side::kWhite : Side::kBlack);
  if (const auto fault = fault_of_side(position)) return invalid(*fault, 0);
  return ok_status();
}

Status parse_castling(std::string_view text, Position&) {
  if (text == "-") return ok_status();
  return invalid("expected - where chess has castling rights", 0);
}

Status parse_clock(std::string_view text, Position&) {
  if (text == "0") return ok_status();
  return invalid("the half-move clock is 0, as all moves are moves of pawns", 0);
}

Status parse_move_number(std::string_view text, Position& position) {
  const auto number = number_in(text);
  if (!number || *number < 1 || *number > kLastMoveNumber || text[0] == '0')
    return invalid("the number of the move is 1 to 999", 0);
  position.set_move_number(static_cast<int>(*number));
  return ok_status();
}

constexpr std::array<std::string_view, 2> kGapWords{"white=", "black="};

// "white=h black=a".
Result<Position> parse_pair(std::string_view text) {
  const std::size_t end_of_white = std::min(text.find(' '), text.size());
  const auto white = parse_gap(Side::kWhite, text.substr(0, end_of_white));
  if (!white) return white.error();
  const std::size_t start_of_black = std::min(end_of_white + 1, text.size());
  const auto black = parse_gap(Side::kBlack, text.substr(start_of_black));
  if (!black) return invalid(black.error().message, start_of_black + *black.error().offset);
  return Rules::position_after(static_cast<SetupId>(*white), static_cast<SetupId>(*black));
}

}  // namespace

std::string format_coordinates(Move move) {
  return square_name<Board>(move.from()) + square_name<Board>(move.to());
}

std::string format_san(Move move) {
  const bool captures = Board::column(move.from()) != Board::column(move.to());
  return (captures ? std::string{file_letter(move.from()), 'x'} : "") + square_name<Board>(move.to());
}

Result<Move> parse_move(const Position& position, std::string_view text) {
  MoveList<Move> moves;
  Rules::generate_all(position, moves);
  for (const Move move : moves)
    if (text == format_san(move) || text == format_coordinates(move)) return move;
  const bool is_over = Rules::outcome(position) != Outcome::kOpen || moves.empty();
  return invalid("illegal move '" + std::string(text.substr(0, 20)) +
                     "': " + (is_over ? "the game is over" : fault_of(position, text)),
                 0);
}

std::string format_gap(Side side, int file) {
  return std::string(kGapWords[index(side)]) + kGaps.name(static_cast<SetupId>(file));
}

Result<int> parse_gap(Side side, std::string_view text) {
  const std::string_view word = kGapWords[index(side)];
  if (!text.starts_with(word))
    return invalid("expected the gap of " + name(side) + ", such as " + format_gap(side, 7), 0);
  const auto gap = kGaps.parse(text.substr(word.size()));
  if (!gap) return invalid(gap.error().message, word.size() + *gap.error().offset);
  return static_cast<int>(*gap);
}

std::string format_position(const Position& position) {
  const auto letter_at = [&](Square square) {
    if (!has(position.occupied(), square)) return ' ';
    return kPawnLetters[has(position.pawns(Side::kWhite), square) ? 0 : 1];
  };
  const std::string rows = format_rows<Board>(RowOrder::kLastRowFirst, letter_at);
  const Square passed = position.passed_square();
  return rows + ' ' + kSideLetters[index(position.side_to_move())] + " - " +
         (passed == kNoSquare ? "-" : square_name<Board>(passed)) + " 0 " +
         std::to_string(position.move_number());
}

Result<Position> parse_position(std::string_view text) {
  if (text.starts_with(kGapWords[index(Side::kWhite)])) return parse_pair(text);
  using ParseField = Status (*)(std::string_view, Position&);
  constexpr ParseField kFields[] = {parse_board,         parse_side,  parse_castling,
                                    parse_passed_square, parse_clock, parse_move_number};
  Position position;
  std::size_t start = 0;
  for (const ParseField& parse : kFields) {
    const bool is_last = &parse == std::end(kFields) - 1;
    const std::size_t end = is_last ? text.size() : std::min(text.find(' ', start), text.size());
    if (const Status read = parse(text.substr(start, end - start), position); !read)
      return invalid(read.error().message, start + *read.error().offset);
    if (!is_last && end == text.size())
      return invalid("expected six fields, such as 8/ppppppp1/8/8/8/8/1PPPPPPP/8 w - - 0 1", end);
    start = end + 1;
  }
  return position;
}

}  // namespace tabiya::pawn_race
