#include "core/games/zero_point_one/fairy_notation.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "codec/parsing.h"
#include "codec/text.h"
#include "core/board/board_notation.h"
#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

struct Drop {
  Kind kind;
  Square square;
};

// "A@e4", whatever the position.
std::optional<Drop> drop_in(std::string_view text) {
  if (text.size() != 4 || text[1] != '@') return std::nullopt;
  const std::size_t kind = std::string_view(kLetters).find(text[0]);
  const std::optional<Square> square = parse_square_name<Board>(text.substr(2));
  if (kind == std::string_view::npos || !square) return std::nullopt;
  return Drop{static_cast<Kind>(kind), *square};
}

// The number of pieces of a kind that a side may still drop.
int held(const Position& position, Side side, Kind kind) {
  if (position.in_setup_phase()) return kSetupCounts[index(kind)] - count(position.pieces(side, kind));
  return kind == Kind::kWazir ? 0 : position.hand(side)[index(kind)];
}

std::vector<std::string_view> fields_of(std::string_view text) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    fields.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return fields;
}

// The board in our own order of rows.
Result<std::string> own_rows(std::string_view board) {
  std::array<char, Board::kSquares> letters;
  letters.fill(' ');
  const auto put = [&](char c, Square square) -> std::optional<std::string> {
    letters[square] = c;
    return std::nullopt;
  };
  if (const Status rows = parse_rows<Board>(board, RowOrder::kLastRowFirst, "rank", put); !rows)
    return rows.error();
  return format_rows<Board>(RowOrder::kFirstRowFirst, [&](Square square) { return letters[square]; });
}

// The hands in our own order of pieces.
std::string own_hands(std::string_view hands) {
  std::string sorted(hands);
  std::ranges::sort(sorted);  // capitals come first, and letters by the alphabet: A D F N
  return sorted.empty() ? "-" : sorted;
}

}  // namespace

std::string format_fen(const Position& position) {
  const auto letter_at = [&](Square square) {
    const Piece piece = position.at(square);
    return piece.is_none() ? ' ' : letter(piece.side(), piece.kind());
  };
  std::string text = format_rows<Board>(RowOrder::kLastRowFirst, letter_at) + "[";
  for (const Side side : kBothSides)
    for (const Kind kind : kAllKinds)
      text.append(static_cast<std::size_t>(held(position, side, kind)), letter(side, kind));
  const int turns = std::max(position.ply() - kSides, 0) / 2;
  return text + (position.side_to_move() == Side::kRed ? "] w" : "] b") + " - - 0 " +
         std::to_string(1 + turns);
}

Result<Position> parse_fen(std::string_view text) {
  const std::vector<std::string_view> fields = fields_of(text);
  const std::size_t bracket = fields[0].find('[');
  if (fields.size() != 6 || bracket == std::string_view::npos || !fields[0].ends_with(']'))
    return invalid(
        "a position is written <ranks>[<hands>] <side> - - 0 <move>, as in "
        "naaaaawa/addadffd/8/8/8/8/DFFDDDAN/AWAAAAAA[] w - - 0 1");
  const std::string_view hands = fields[0].substr(bracket + 1, fields[0].size() - bracket - 2);
  if (hands.find_first_of("Ww") != std::string_view::npos)
    return invalid("a position of the setup phase is `startpos` with drops");
  const Result<std::string> rows = own_rows(fields[0].substr(0, bracket));
  if (!rows) return rows.error();
  if (fields[1] != "w" && fields[1] != "b") return invalid("the side to move is w or b");
  const auto move = number_in(fields[5]);
  if (!move || *move < 1 || *move > kPlyLimit / 2)
    return invalid("the number of the move is one from 1 to " + std::to_string(kPlyLimit / 2));
  const bool is_red = fields[1] == "w";
  const auto ply = 2 * *move + (is_red ? 0 : 1);
  return parse_position(*rows + (is_red ? " r " : " b ") + own_hands(hands) + " " + std::to_string(ply));
}

std::string format_fairy_move(Move move) {
  const std::string to = square_name<Board>(move.to());
  return move.is_drop() ? kLetters[index(move.kind())] + ("@" + to) : square_name<Board>(move.from()) + to;
}

Result<Move> parse_fairy_move(const Position& position, std::string_view text) {
  std::optional<Move> move;
  if (const auto drop = drop_in(text); drop && drop->kind != Kind::kWazir)
    move = Move::drop(drop->kind, drop->square);
  if (text.size() == 4) {
    const auto from = parse_square_name<Board>(text.substr(0, 2)),
               to = parse_square_name<Board>(text.substr(2));
    if (from && to) move = Move::jump(*from, *to);
  }
  if (!move) return invalid("a move is written e2e4 or A@e4");
  if (is_legal(position, *move)) return *move;
  return invalid("illegal move '" + format_fairy_move(*move) + "'");
}

Result<Position> place_piece(const Position& position, std::string_view text) {
  const std::optional<Drop> drop = drop_in(text);
  if (!drop) return invalid("in the setup phase a move is a drop such as A@a1, W or another piece");
  const Side us = position.side_to_move();
  const int row = Board::row(drop->square);
  const bool is_own = us == Side::kRed ? row < 2 : row >= Board::kRows - 2;
  if (!is_own || !position.at(drop->square).is_none())
    return invalid("a piece is placed on an empty square of the own two ranks");
  if (held(position, us, drop->kind) == 0)
    return invalid(std::string("all pieces ") + kLetters[index(drop->kind)] + " are placed");
  Position next = position;
  next.put({us, drop->kind}, drop->square);
  if (count(next.pieces(us)) < kSetupSize) return next;
  Setup setup;
  for (int i = 0; i < kSetupSize; ++i) {
    setup[static_cast<std::size_t>(i)] = next.at(setup_square(us, i)).kind();
    next.take(setup_square(us, i));
  }
  next.place(setup);
  return next;
}

}  // namespace tabiya::zero_point_one
