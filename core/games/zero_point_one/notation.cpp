#include "core/games/zero_point_one/notation.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/games/zero_point_one/movegen.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::string_view kSquareHint = "a square is a row a to h and a column 1 to 8";

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 60;
  std::string result = "'";
  for (char c : text.substr(0, kMost)) result += std::isprint(static_cast<unsigned char>(c)) ? c : '?';
  return result + (text.size() > kMost ? "…'" : "'");
}

std::optional<Kind> kind_of_capital(char c) {
  for (Kind kind : kAllKinds) {
    if (kLetters[index(kind)] == c) return kind;
  }
  return std::nullopt;
}

Piece piece_of(char c) {
  const bool is_blue = c >= 'a' && c <= 'z';
  const auto kind = kind_of_capital(is_blue ? static_cast<char>(c - 'a' + 'A') : c);
  return kind ? Piece(is_blue ? Side::kBlue : Side::kRed, *kind) : Piece();
}

Result<Square> parse_square(std::string_view text, std::size_t at) {
  const char row = at < text.size() ? text[at] : '\0';
  const char column = at + 1 < text.size() ? text[at + 1] : '\0';
  if (row < 'a' || row > 'h')
    return invalid("no square in " + quoted(text) + ": " + std::string(kSquareHint), at);
  if (column < '1' || column > '8') {
    return invalid("no square in " + quoted(text) + ": " + std::string(kSquareHint), at + 1);
  }
  return Board::square(row - 'a', column - '1');
}

std::string why_illegal(const Position& position, Move move) {
  if (outcome(position) != Outcome::kOpen) return "the game is over";
  if (position.in_setup_phase()) return "a setup comes first";
  const std::string to = format_square(move.to());
  if (move.is_drop()) {
    if (!position.at(move.to()).is_none()) return to + " is occupied";
    return std::string("there is no ") + letter(position.side_to_move(), move.kind()) + " in hand";
  }
  const Piece piece = position.at(move.from());
  const std::string from = format_square(move.from());
  if (piece.is_none()) return from + " is empty";
  if (piece.side() != position.side_to_move()) return "the piece on " + from + " is the opponent's";
  if (has(position.pieces(position.side_to_move()), move.to())) return to + " holds a piece of the same side";
  return std::string(1, letter(piece.side(), piece.kind())) + " does not jump from " + from + " to " + to;
}

Result<Move> checked(const Position& position, Move move, std::string_view text) {
  if (is_legal(position, move)) return move;
  return invalid("illegal move " + quoted(text) + ": " + why_illegal(position, move), 0);
}

// The kind of a letter in the case of the side to move, if it is one that can be in hand.
Result<Kind> parse_held_kind(const Position& position, std::string_view text) {
  const Piece piece = piece_of(text[0]);
  if (piece.is_none() || piece.kind() == Kind::kWazir) {
    return invalid("no droppable piece in " + quoted(text) + ": expected one of ADFN", 0);
  }
  if (piece.side() != position.side_to_move()) {
    return invalid("wrong case in " + quoted(text) + ": Red's letters are capitals, Blue's are small", 0);
  }
  return piece.kind();
}

// "Ab5-d3" as "b5d3", "Fb3xwc4" as "b3c4", "D@f8" as "Df8"; nothing if the text has no such form.
std::optional<std::string> wire_of_long(std::string_view text) {
  if (text.size() == 4 && text[1] == '@') return std::string{text[0], text[2], text[3]};
  const bool is_jump = text.size() == 6 && text[3] == '-';
  const bool is_capture = text.size() == 7 && text[3] == 'x';
  if (!is_jump && !is_capture) return std::nullopt;
  return std::string(text.substr(1, 2)) + std::string(text.substr(text.size() - 2));
}

bool is_small(char c) { return c >= 'a' && c <= 'z'; }

std::string in_capitals(std::string_view text) {
  std::string capitals(text);
  for (char& c : capitals) c = is_small(c) ? static_cast<char>(c - 'a' + 'A') : c;
  return capitals;
}

// Parses capitals; the error quotes `written`, from which they were made.
Result<Setup> parse_letters(std::string_view text, std::string_view written) {
  const std::string prefix = "not a setup: " + quoted(written);
  Setup setup{};
  std::array<int, kKinds> counts{};
  for (std::size_t i = 0; i < text.size() && i < setup.size(); ++i) {
    const auto kind = kind_of_capital(text[i]);
    if (!kind) return invalid(prefix + " has a character other than A, D, F, N and W", i);
    if (++counts[index(*kind)] > kSetupCounts[index(*kind)]) {
      return invalid(prefix + " has more than " + std::to_string(kSetupCounts[index(*kind)]) + " " +
                         letter(Side::kRed, *kind),
                     i);
    }
    setup[i] = *kind;
  }
  if (text.size() != setup.size()) {
    return invalid(prefix + " has " + std::to_string(text.size()) + " characters, expected 16",
                   std::min(text.size(), setup.size()));
  }
  return setup;
}

// The two readings of a setup in lower case; nothing if the text is no such setup.
std::optional<Error> ambiguous_setup(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, is_small)) return std::nullopt;
  const Result<Setup> wire = parse_wire_setup(Side::kBlue, text);
  if (!wire) return std::nullopt;
  return invalid(quoted(text) + " is in lower case: it is the setup " + format_setup(*wire) +
                     " if that is Blue's wire notation, and " + in_capitals(text) +
                     " if only its capitals were lost; write one of these",
                 0);
}

}  // namespace

char letter(Side side, Kind kind) {
  const char capital = kLetters[index(kind)];
  return side == Side::kRed ? capital : static_cast<char>(capital - 'A' + 'a');
}

std::string format_square(Square square) {
  return {static_cast<char>('a' + Board::row(square)), static_cast<char>('1' + Board::column(square))};
}

std::string format_setup(const Setup& setup) {
  std::string text;
  for (Kind kind : setup) text += letter(Side::kRed, kind);
  return text;
}

Result<Setup> parse_setup(std::string_view text) {
  if (const auto error = ambiguous_setup(text)) return *error;
  return parse_letters(text, text);
}

std::string format_wire_setup(Side side, const Setup& setup) {
  std::string text;
  for (Kind kind : setup) text += letter(side, kind);
  if (side == Side::kBlue) std::ranges::reverse(text);
  return text;
}

Result<Setup> parse_wire_setup(Side side, std::string_view text) {
  if (side == Side::kRed) return parse_setup(text);
  std::string canonical(text);
  for (std::size_t i = 0; i < canonical.size(); ++i) {
    if (!is_small(canonical[i]))
      return invalid("not a setup of Blue: " + quoted(text) + " (16 of a, d, f, n, w)", i);
  }
  canonical = in_capitals(canonical);
  std::ranges::reverse(canonical);
  Result<Setup> setup = parse_letters(canonical, text);
  if (setup) return setup;
  // In Blue's text the characters stand the other way round.
  const std::size_t offset = setup.error().offset.value_or(0);
  return Error{setup.error().code, setup.error().message + " (of Blue, as it sees it)",
               offset < text.size() ? text.size() - 1 - offset : text.size()};
}

Result<Setup> parse_written_setup(std::string_view text) {
  const bool is_wire = !text.empty() && is_small(text[0]);
  return is_wire ? parse_wire_setup(Side::kBlue, text) : parse_setup(text);
}

std::optional<std::string> other_reading(std::string_view text) {
  const bool is_wire = !text.empty() && is_small(text[0]);
  const Result<Setup> setup = parse_written_setup(text);
  if (!is_wire || !setup || wazir_index(*setup) < Board::kColumns) return std::nullopt;
  return std::string(text) + " is read as the referee writes it, from g1 to h8: the setup " +
         format_setup(*setup) + "; write " + in_capitals(text) + " if you mean that one";
}

std::string format_wire(const Position& position, Move move) {
  if (!move.is_drop()) return format_square(move.from()) + format_square(move.to());
  return letter(position.side_to_move(), move.kind()) + format_square(move.to());
}

std::string format_long(const Position& position, Move move) {
  const Side us = position.side_to_move();
  if (move.is_drop()) return letter(us, move.kind()) + ("@" + format_square(move.to()));
  std::string text = letter(us, position.at(move.from()).kind()) + format_square(move.from());
  const Piece captured = position.at(move.to());
  if (captured.is_none()) {
    text += '-';
  } else {
    text += 'x';
    text += letter(captured.side(), captured.kind());
  }
  return text + format_square(move.to());
}

Result<Move> parse_wire(const Position& position, std::string_view text) {
  if (text.size() == 4) {
    const Result<Square> from = parse_square(text, 0);
    if (!from) return from.error();
    const Result<Square> to = parse_square(text, 2);
    if (!to) return to.error();
    return checked(position, Move::jump(*from, *to), text);
  }
  if (text.size() == 3) {
    const Result<Kind> kind = parse_held_kind(position, text);
    if (!kind) return kind.error();
    const Result<Square> to = parse_square(text, 1);
    if (!to) return to.error();
    return checked(position, Move::drop(*kind, *to), text);
  }
  return invalid("not a move: " + quoted(text) + " (expected a jump such as b5d3 or a drop such as Df8)", 0);
}

Result<Move> parse_long(const Position& position, std::string_view text) {
  const std::optional<std::string> wire = wire_of_long(text);
  if (!wire) return invalid("not a move: " + quoted(text) + " (expected Ab5-d3, Fb3xwc4 or D@f8)", 0);
  const Result<Move> move = parse_wire(position, *wire);
  if (!move) return Error{move.error().code, move.error().message, 0};
  const std::string expected = format_long(position, *move);
  if (expected == text) return move;
  return invalid("not the piece that stands there: " + quoted(text) + " would be " + expected, 0);
}

Status play_wire(Position& position, std::string_view text) {
  if (position.in_setup_phase()) {
    const Result<Setup> setup = parse_wire_setup(position.side_to_move(), text);
    if (!setup) return setup.error();
    position.place(*setup);
  } else {
    const Result<Move> move = parse_wire(position, text);
    if (!move) return move.error();
    position.play(*move);
  }
  return ok_status();
}

}  // namespace tabiya::zero_point_one
