#include "core/games/chess/fen.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <optional>
#include <vector>

#include "codec/parsing.h"
#include "core/board/board_notation.h"
#include "core/game/written_move.h"
#include "core/games/chess/fen_fields.h"
#include "core/games/chess/moves.h"
#include "core/games/chess/notation.h"
#include "core/games/chess/rules.h"

namespace tabiya::chess {
namespace fen_fields {

constexpr std::string_view kExample = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr int kMostOfSide = 16;

char side_letter(Side side) { return side == Side::kWhite ? 'w' : 'b'; }
char in_case_of(Side side, char upper) {
  return side == Side::kWhite ? upper : static_cast<char>(std::tolower(static_cast<unsigned char>(upper)));
}

// The own rooks on the first row, on one side of the king.
Bitboard rooks_on_wing(const Position& position, Side side, Wing wing) {
  const Square king = position.king(side);
  const Bitboard rooks = position.men(side, Kind::kRook) & row_squares(first_row(side));
  const Bitboard west = bit(king) - 1;
  return wing == Wing::kQueenside ? rooks & west : rooks & ~west;
}

// The rook that is nearest to the edge; there is one.
Square outermost(Bitboard rooks, Wing wing) {
  return wing == Wing::kQueenside ? lowest(rooks) : static_cast<Square>(63 - std::countl_zero(rooks));
}

std::string format_castling(const Position& position) {
  std::string text;
  for (const Side side : kSides) {
    for (const Wing wing : {Wing::kKingside, Wing::kQueenside}) {
      const Square rook = position.castling_rook(side, wing);
      if (rook == kNoSquare) continue;
      const bool is_outermost = rook == outermost(rooks_on_wing(position, side, wing), wing);
      const char file = static_cast<char>('A' + Board::column(rook));
      text += in_case_of(side, !is_outermost ? file : wing == Wing::kKingside ? 'K' : 'Q');
    }
  }
  return text.empty() ? "-" : text;
}

std::optional<std::string> put(Position& position, char c, Square square) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const auto kind = std::ranges::find(kKinds, upper, letter);
  if (kind == kKinds.end()) return "unknown man: expected one of PNBRQK or pnbrqk";
  const Side side = c == upper ? Side::kWhite : Side::kBlack;
  const int row = Board::row(square);
  if (*kind == Kind::kPawn && (row == 0 || row == Board::kRows - 1))
    return "no pawn can stand on rank " + std::to_string(row + 1);
  if (*kind == Kind::kPawn && count(position.men(side, Kind::kPawn)) == kMostPawns)
    return name(side) + " has more than 8 pawns";
  if (*kind == Kind::kKing && position.men(side, Kind::kKing) != 0) return name(side) + " has two kings";
  if (count(position.men(side)) == kMostOfSide) return name(side) + " has more than 16 men";
  position.put(side, *kind, square);
  return std::nullopt;
}

Status parse_side(std::string_view text, Position& position) {
  if (text != "w" && text != "b") return invalid("expected the side to move, w or b", 0);
  position.set_side(text == "w" ? Side::kWhite : Side::kBlack);
  return ok_status();
}

std::optional<std::string> add_castling_right(Position& position, char c) {
  const char upper = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  const Side side = c == upper ? Side::kWhite : Side::kBlack;
  if (upper != 'K' && upper != 'Q' && (upper < 'A' || upper > 'H'))
    return "expected rights to castle such as KQkq, HAha or -";
  if (position.men(side, Kind::kKing) == 0) return name(side) + " has no king";
  const Square king = position.king(side);
  if (Board::row(king) != first_row(side))
    return name(side) + " may not castle: the king does not stand on its first rank";
  const int column = upper - 'A';
  const bool is_file = upper <= 'H';
  const Wing wing = is_file ? (column < Board::column(king) ? Wing::kQueenside : Wing::kKingside)
                            : (upper == 'K' ? Wing::kKingside : Wing::kQueenside);
  Bitboard rooks = rooks_on_wing(position, side, wing);
  if (is_file) rooks &= bit(Board::square(first_row(side), column));
  if (rooks == 0)
    return name(side) + " may not castle there: no rook of that side stands on that side of the first rank";
  if (position.castling_rook(side, wing) != kNoSquare) return name(side) + " has a right to castle twice";
  position.set_castling_rook(side, wing, outermost(rooks, wing));
  return std::nullopt;
}

Status parse_castling(std::string_view text, Position& position) {
  if (text == "-") return ok_status();
  if (text.empty()) return invalid("expected rights to castle such as KQkq, HAha or -", 0);
  for (std::size_t at = 0; at < text.size(); ++at)
    if (const auto fault = add_castling_right(position, text[at])) return invalid(*fault, at);
  return ok_status();
}

Status parse_passed_square(std::string_view text, Position& position) {
  if (text == "-") return ok_status();
  const auto square = parse_square_name<Board>(text);
  if (!square) return invalid("expected the en-passant square or -", 0);
  const Side us = position.side_to_move(), them = other(us);
  const int ahead = forward(them);
  const bool row_fits = Board::row(*square) == pawn_row(them) + (them == Side::kWhite ? 1 : -1);
  if (!row_fits || !has(position.men(them, Kind::kPawn), static_cast<Square>(*square + ahead)) ||
      has(position.occupied(), *square) || has(position.occupied(), static_cast<Square>(*square - ahead)))
    return invalid("no pawn of " + name(them) + " can just have passed " + std::string(text), 0);
  const bool has_king = position.men(us, Kind::kKing) != 0;
  if (has_king && can_capture_en_passant(position, *square)) position.set_passed_square(*square);
  return ok_status();
}

std::optional<int> parse_number(std::string_view text, unsigned least) {
  const auto number = number_in<unsigned>(text);  // a sign is no number
  if (!number || *number < least || *number > unsigned{kLastHalfmove}) return std::nullopt;
  return static_cast<int>(*number);
}

Status set_clock(std::string_view text, Position& position) {
  const auto number = parse_number(text, 0);
  if (!number) return invalid("expected the plies since the last capture or pawn's move, 0 to 9999", 0);
  position.set_halfmove_clock(*number);
  return ok_status();
}

// Some write 0 for the first move.
Status set_move_number(std::string_view text, Position& position) {
  const auto number = parse_number(text, 0);
  if (!number) return invalid("expected the number of the move, 1 to 9999", 0);
  position.set_move_number(std::max(*number, 1));
  return ok_status();
}

std::vector<Field> split(std::string_view text, std::size_t most) {
  text = text.substr(0, text.find_last_not_of(kBlanks) + 1);
  std::vector<Field> fields;
  for (std::size_t at = 0; (at = text.find_first_not_of(kBlanks, at)) < text.size();) {
    const bool is_last = fields.size() + 1 == most;
    const std::size_t end = is_last ? text.size() : std::min(text.find_first_of(kBlanks, at), text.size());
    fields.push_back({text.substr(at, end - at), at});
    at = end;
  }
  if (fields.empty()) fields.push_back({text.substr(0, 0), 0});
  return fields;
}

Status shifted(const Status& status, std::size_t by) {
  if (status) return ok_status();
  return invalid(status.error().message, by + status.error().offset.value_or(0));
}

// The fields after the fourth: the two numbers of FEN or none, then operations of EPD or none.
struct Rest {
  std::vector<Field> numbers;
  Field operations;
};

Rest split_rest(const Field& rest) {
  if (!std::isdigit(static_cast<unsigned char>(rest.text[0]))) return {{}, rest};
  const std::size_t semicolon = std::min(rest.text.find(';'), rest.text.size());
  std::vector<Field> fields = split(rest.text.substr(0, semicolon), 3);
  const std::size_t end = fields.size() == 3 ? fields[2].offset : semicolon;
  fields.resize(std::min<std::size_t>(fields.size(), 2));
  return {std::move(fields), {rest.text.substr(end), rest.offset + end}};
}

Status parse_operation(const Field& operation, Position& position) {
  if (std::ranges::count(operation.text, '"') % 2 != 0)
    return invalid("a quote in an operation of EPD is not closed", operation.offset);
  const std::vector<Field> words = split(operation.text, 2);
  const bool is_clock = words[0].text == "hmvc", is_number = words[0].text == "fmvn";
  if (!is_clock && !is_number) return ok_status();
  const Field operand = words.size() == 2 ? words[1] : Field{{}, operation.text.size()};
  return shifted(is_clock ? set_clock(operand.text, position) : set_move_number(operand.text, position),
                 operation.offset + operand.offset);
}

Status parse_rest(const Field& field, Position& position) {
  const auto& [numbers, operations] = split_rest(field);
  if (numbers.size() == 1)
    return invalid("expected the number of the move",
                   numbers[0].offset + numbers[0].text.size() + field.offset);
  using SetNumber = Status (*)(std::string_view, Position&);
  constexpr std::array<SetNumber, 2> kSetters{set_clock, set_move_number};
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (const Status read = kSetters[i](numbers[i].text, position); !read)
      return shifted(read, field.offset + numbers[i].offset);
  for (const std::string_view operation : epd_operations(operations.text)) {
    const auto at = static_cast<std::size_t>(operation.data() - operations.text.data());
    if (const Status read = parse_operation({operation, operations.offset + at}, position); !read)
      return read;
  }
  return ok_status();
}

std::string other_operations(const Field& rest) {
  std::string others;
  for (const std::string_view operation : epd_operations(split_rest(rest).operations.text))
    if (!operation.starts_with("hmvc") && !operation.starts_with("fmvn"))
      others.append(others.empty() ? "" : " ").append(operation).append(";");
  return others;
}

// One array alone, as the text of a position in the setup phase has it, or none.
Status check_setup_phase(const Position& position) {
  const bool is_empty = position.occupied() == 0 && position.side_to_move() == Side::kWhite;
  if (is_empty) return ok_status();
  for (SetupId id = 0; id < kArrays.count(); ++id) {
    Position placed;
    placed.place_array(Arrays::array(id));
    if (placed.hash() == position.hash()) return ok_status();
  }
  return invalid("without a king of Black, White's array must be as it was placed, with Black to move", 0);
}

Status check_not_in_check(Position position) {
  const Side us = position.side_to_move(), them = other(us);
  position.set_side(them);
  if (!in_check(position)) return ok_status();
  return invalid(name(them) + " is in check, but it is " + name(us) + "'s turn", 0);
}

Status check_whole(const Position& position) {
  const bool has_white_king = position.men(Side::kWhite, Kind::kKing) != 0;
  if (position.men(Side::kBlack) == 0 && (has_white_king || position.occupied() == 0))
    return check_setup_phase(position);
  for (const Side side : kSides)
    if (position.men(side, Kind::kKing) == 0) return invalid(name(side) + " has no king", 0);
  return check_not_in_check(position);
}

Result<Position> parse_pair(std::string_view text) {
  const std::vector<Field> arrays = split(text, 2);
  const auto white = parse_array(Side::kWhite, arrays[0].text);
  if (!white) return white.error();
  if (arrays.size() < 2) return invalid("expected the array of Black, such as black=RNBQKBNR", text.size());
  const auto black = parse_array(Side::kBlack, arrays[1].text);
  if (!black) return invalid(black.error().message, arrays[1].offset + *black.error().offset);
  return Rules::position_after(*white, *black);
}

}  // namespace fen_fields

using namespace fen_fields;

std::string format_fen(const Position& position) { return format_fen(position, position.passed_square()); }

std::string format_fen(const Position& position, Square passed) {
  const auto letter_at = [&](Square square) {
    const auto kind = position.kind_at(square);
    if (!kind) return ' ';
    return in_case_of(has(position.men(Side::kWhite), square) ? Side::kWhite : Side::kBlack, letter(*kind));
  };
  return format_rows<Board>(RowOrder::kLastRowFirst, letter_at) + ' ' + side_letter(position.side_to_move()) +
         ' ' + format_castling(position) + ' ' + (passed == kNoSquare ? "-" : square_name<Board>(passed)) +
         ' ' + std::to_string(position.halfmove_clock()) + ' ' + std::to_string(position.move_number());
}

Result<Position> parse_fen(std::string_view text) {
  if (text.starts_with("white=")) return parse_pair(text);
  const std::vector<Field> fields = split(text, 5);
  Position position;
  const auto put_letter = [&](char c, Square square) { return put(position, c, square); };
  if (const Status read = parse_rows<Board>(fields[0].text, RowOrder::kLastRowFirst, "rank", put_letter);
      !read)
    return read.error();
  if (fields.size() < 4)
    return invalid("expected four fields of EPD or six of FEN, such as " + std::string(kExample),
                   text.size());
  using ParseField = Status (*)(std::string_view, Position&);
  constexpr std::array<ParseField, 3> kParsers{parse_side, parse_castling, parse_passed_square};
  for (std::size_t i = 0; i < kParsers.size(); ++i)
    if (const Status read = kParsers[i](fields[i + 1].text, position); !read)
      return shifted(read, fields[i + 1].offset).error();
  if (fields.size() == 5)
    if (const Status read = parse_rest(fields[4], position); !read) return read.error();
  if (const Status sound = check_whole(position); !sound) return sound.error();
  return position;
}

}  // namespace tabiya::chess
