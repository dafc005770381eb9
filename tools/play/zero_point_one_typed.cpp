#include "tools/play/zero_point_one_typed.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "tools/play/typed_move.h"

namespace tabiya::tools {
namespace {

using namespace zero_point_one;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

char upper_case(char c) { return static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }

// What a squeezed text looks like as a move, in wire notation; nothing if it looks like none. The letters of
// the piece that moves and of the one that is captured are left out.
std::optional<std::string> wire_form(const std::string& text, Side side) {
  if (text.size() == 3 && is_digit(text[2])) {
    const char piece = side == Side::kRed ? upper_case(text[0]) : text[0];
    return piece + text.substr(1);
  }
  std::string squares;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (is_digit(text[i + 1])) squares += text.substr(i, 2);
  }
  if (text.size() > 6 || squares.size() != 4 || !is_digit(text.back())) return std::nullopt;
  return squares;
}

// Whether a squeezed text begins with the letter of a piece that does not stand where it says.
std::optional<std::string> wrong_piece(const Position& position, const std::string& text) {
  if (text.size() < 5 || is_digit(text[1])) return std::nullopt;
  const int row = text[1] - 'a';
  const int column = text[2] - '1';
  if (!Board::contains(row, column)) return std::nullopt;
  const Piece piece = position.at(Board::square(row, column));
  if (piece.is_none() || kLetters[index(piece.kind())] == upper_case(text[0])) return std::nullopt;
  return fmt::format("{} stands on {}, not {}", kLetters[index(piece.kind())], text.substr(1, 2),
                     upper_case(text[0]));
}

Error explain(const Position& position, const std::string& typed) {
  const std::string text = squeezed_move(typed);
  const auto wire = wire_form(text, position.side_to_move());
  if (!wire) {
    return invalid(
        "neither a move (such as b5d3, Ab5-d3, D@f8) nor a command; `help` tells what you can type");
  }
  if (const auto wrong = wrong_piece(position, text)) return invalid("illegal move: " + *wrong);
  const Result<Move> move = parse_wire(position, *wire);
  return move ? invalid("the piece that it captures is another one; " + format_long(position, *move) +
                        " is legal")
              : invalid(move.error().message + "; `moves` lists the legal ones");
}

// The letters of a setup, without what people write between them.
std::string letters_of(const std::string& typed) {
  std::string letters;
  for (const char c : typed) {
    if (c != ' ' && c != '\t' && c != '/' && c != ',') letters += c;
  }
  return letters;
}

}  // namespace

MoveText move_text(const Position& position, Move move) {
  return {format_wire(position, move), format_long(position, move)};
}

MoveText setup_move_text(Side side, const Setup& setup) {
  const std::string wire = format_wire_setup(side, setup);
  const std::string canonical = format_setup(setup);
  return {wire, wire == canonical ? wire : fmt::format("{} (canonical {})", wire, canonical)};
}

std::vector<MoveText> legal_move_texts(const Position& position) {
  Moves moves;
  generate_all(position, moves);
  std::vector<MoveText> texts;
  for (const Move move : moves) texts.push_back(move_text(position, move));
  return texts;
}

Result<TypedMove> read_move(const Position& position, const std::string& typed) {
  const std::vector<MoveText> meant = moves_meant(legal_move_texts(position), typed);
  if (meant.size() == 1) return TypedMove{meant.front()};
  if (meant.empty()) return explain(position, typed);
  std::string several;
  for (const MoveText& move : meant) several += (several.empty() ? "" : ", ") + move.readable;
  return invalid("that may mean several moves: " + several);
}

Result<TypedMove> read_setup(Side side, const std::string& typed) {
  const std::string letters = letters_of(typed);
  std::string capitals = letters;
  for (char& c : capitals) c = upper_case(c);
  const bool is_canonical = letters == capitals || side == Side::kRed;
  const auto setup = is_canonical ? parse_setup(capitals) : parse_wire_setup(side, letters);
  if (!setup) return invalid(setup.error().message + "; it takes 8 A, 4 D, 2 F, 1 N and 1 W");
  const MoveText move = setup_move_text(side, *setup);
  if (side == Side::kRed) return TypedMove{move};
  const std::string remark =
      is_canonical
          ? "Capitals are read as Blue sees them, from h8 on; in wire notation that is " + move.wire
          : "Small letters are read in wire notation, from g1 on; as Blue sees them that is " +
                format_setup(*setup) + ".\nIf they were meant as Blue sees them: `undo`, and capitals";
  return TypedMove{move, remark + "."};
}

}  // namespace tabiya::tools
