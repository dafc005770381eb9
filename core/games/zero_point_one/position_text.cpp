// The notation of positions: "<rows> <side> <hands> <ply>".
#include <array>
#include <optional>
#include <vector>

#include "codec/parsing.h"
#include "core/board/board_notation.h"
#include "core/games/zero_point_one/notation.h"

namespace tabiya::zero_point_one {
namespace {

constexpr std::string_view kForm = "<rows> <side> <hands> <ply>, such as 8/8/8/8/8/8/8/8 r - 0";

struct Field {
  std::string_view text;
  std::size_t offset;  // in the whole text
};

Result<std::array<Field, 4>> split_fields(std::string_view text) {
  std::vector<Field> fields;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(' ', begin), text.size());
    fields.push_back({text.substr(begin, end - begin), begin});
    begin = end + 1;
  }
  if (fields.size() != 4) {
    return invalid(
        "a position has 4 fields, not " + std::to_string(fields.size()) + ": " + std::string(kForm), 0);
  }
  return std::array{fields[0], fields[1], fields[2], fields[3]};
}

Error unknown_piece(std::size_t offset) {
  return invalid("unknown piece: expected one of ADFNW or adfnw", offset);
}

std::optional<Piece> parse_piece(char c) {
  for (Side side : kBothSides) {
    for (Kind kind : kAllKinds) {
      if (letter(side, kind) == c) return Piece(side, kind);
    }
  }
  return std::nullopt;
}

Status parse_board(Field field, Position& position) {
  const auto put = [&](char c, Square square) -> std::optional<std::string> {
    const std::optional<Piece> piece = parse_piece(c);
    if (!piece) return unknown_piece(0).message;
    position.put(*piece, square);
    return std::nullopt;
  };
  Status rows = parse_rows<Board>(field.text, RowOrder::kFirstRowFirst, "row", put);
  if (rows) return rows;
  return invalid(rows.error().message, field.offset + rows.error().offset.value_or(0));
}

Status parse_hands(Field field, Position& position) {
  if (field.text == "-") return ok_status();
  if (field.text.empty()) return invalid("the hands are missing: '-' if both are empty", field.offset);
  int last = -1;
  for (std::size_t i = 0; i < field.text.size(); ++i) {
    const std::size_t offset = field.offset + i;
    const std::optional<Piece> piece = parse_piece(field.text[i]);
    if (!piece) return unknown_piece(offset);
    if (piece->kind() == Kind::kWazir) return invalid("a wazir cannot be in hand", offset);
    if (piece->code() < last) {
      return invalid("the hands are out of order: red's pieces, then blue's, each as A D F N", offset);
    }
    last = piece->code();
    const int held = position.hand(piece->side())[index(piece->kind())];
    if (held >= kSides * kSetupCounts[index(piece->kind())])
      return invalid("too many pieces of a kind", offset);
    position.put_in_hand(piece->side(), piece->kind());
  }
  return ok_status();
}

Status parse_turn(Field side, Field ply, Position& position) {
  if (side.text != "r" && side.text != "b") return invalid("the side to move is r or b", side.offset);
  const auto number = number_in<unsigned>(ply.text);  // a sign is no number
  const bool is_canonical = ply.text.size() == 1 || (!ply.text.empty() && ply.text[0] != '0');
  if (!number || !is_canonical || *number > unsigned{kPlyLimit}) {
    return invalid("the ply is a number from 0 to " + std::to_string(kPlyLimit), ply.offset);
  }
  const Side mover = side.text == "r" ? Side::kRed : Side::kBlue;
  if (index(mover) != static_cast<int>(*number) % kSides) {
    return invalid("the side does not fit the ply: Red moves at even plies, Blue at odd ones", side.offset);
  }
  position.set_turn(mover, static_cast<int>(*number));
  return ok_status();
}

int total(const Position& position, Kind kind) {
  int pieces = count(position.pieces(kind));
  if (kind != Kind::kWazir) {
    for (Side side : kBothSides) pieces += position.hand(side)[index(kind)];
  }
  return pieces;
}

bool fits_setup_phase(const Position& position) {
  Position expected;
  if (position.ply() == 1) {
    Setup setup;
    for (int i = 0; i < kSetupSize; ++i) {
      const Piece piece = position.at(setup_square(Side::kRed, i));
      if (piece.is_none() || piece.side() != Side::kRed) return false;
      setup[i] = piece.kind();
    }
    for (Kind kind : kAllKinds) {
      if (count(position.pieces(kind)) != kSetupCounts[index(kind)]) return false;
    }
    expected.place(setup);
  }
  return position == expected;
}

Status check_pieces(const Position& position) {
  for (Kind kind : kAllKinds) {
    const int most = kSides * kSetupCounts[index(kind)];
    if (total(position, kind) > most) {
      return invalid("more than " + std::to_string(most) + " pieces " + letter(Side::kRed, kind) +
                         " on the board and in the hands",
                     0);
    }
  }
  if (position.in_setup_phase()) {
    if (fits_setup_phase(position)) return ok_status();
    return invalid(position.ply() == 0 ? "at ply 0 the board and the hands are empty"
                                       : "at ply 1 exactly Red's setup stands on rows a and b",
                   0);
  }
  for (Side side : kBothSides) {
    if (count(position.pieces(side, Kind::kWazir)) > 1) return invalid("a side has more than one wazir", 0);
    if (side != position.side_to_move() && !position.has_wazir(side)) {
      return invalid("the side that is not to move has no wazir", 0);
    }
  }
  return ok_status();
}

std::string format_hands(const Position& position) {
  std::string text;
  for (Side side : kBothSides) {
    for (int kind = 0; kind < kHandKinds; ++kind) {
      text.append(position.hand(side)[kind], letter(side, static_cast<Kind>(kind)));
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace

std::string format_position(const Position& position) {
  const auto letter_at = [&](Square square) {
    const Piece piece = position.at(square);
    return piece.is_none() ? ' ' : letter(piece.side(), piece.kind());
  };
  return format_rows<Board>(RowOrder::kFirstRowFirst, letter_at) +
         (position.side_to_move() == Side::kRed ? " r " : " b ") + format_hands(position) + " " +
         std::to_string(position.ply());
}

Result<Position> parse_position(std::string_view text) {
  const Result<std::array<Field, 4>> fields = split_fields(text);
  if (!fields) return fields.error();
  const auto& [rows, side, hands, ply] = *fields;
  Position position;
  for (const Status& status :
       {parse_board(rows, position), parse_hands(hands, position), parse_turn(side, ply, position)}) {
    if (!status) return status.error();
  }
  const Status pieces = check_pieces(position);
  if (!pieces) return pieces.error();
  return position;
}

}  // namespace tabiya::zero_point_one
