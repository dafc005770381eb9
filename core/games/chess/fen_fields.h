// The fields of a FEN, for what reads them strictly (fen.cpp) and for what tells their faults (fen_check.cpp).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/games/chess/position.h"

namespace tabiya::chess::fen_fields {

inline constexpr int kMostPawns = 8;

struct Field {
  std::string_view text;
  std::size_t offset;
};

// Splits a text at blanks and tabs into `most` fields at most; the last one is all that is left. There is always a first one.
std::vector<Field> split(std::string_view text, std::size_t most);

// Puts a man onto a square, or says why a position cannot have it.
std::optional<std::string> put(Position& position, char c, Square square);
Status parse_side(std::string_view text, Position& position);
// Gives the right to castle that a letter stands for, or says why it gives none.
std::optional<std::string> add_castling_right(Position& position, char c);
// Sets the square where a legal move captures there.
Status parse_passed_square(std::string_view text, Position& position);
// The fields after the fourth: the two numbers of FEN, operations of EPD, or nothing.
Status parse_rest(const Field& rest, Position& position);
// The operations of EPD in these fields that say nothing of the position: "id \"x\";".
std::string other_operations(const Field& rest);
// Checks that the kings stand on the board, and that the side that is not to move is not in check.
Status check_whole(const Position& position);

}  // namespace tabiya::chess::fen_fields
