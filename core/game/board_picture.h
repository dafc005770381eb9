// A picture of a position, for drawings that know no game. A game makes one from its position; text and SVG
// are made from it in tools/drawing/.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tabiya {

// A kind of piece as a drawing of its own.
struct Glyph {
  std::string_view name;        // also its identifier in SVG: "alfil"
  std::array<char, 2> letters;  // in text, of each side
  // SVG elements in a box of 100 x 100, y downwards. Fill, stroke and line width come from outside, so that
  // sides differ by these alone; details that must stand out from the fill are drawn in currentColor.
  std::string_view svg;
  std::string_view
      moves{};  // how it moves, for newcomers, in whole sentences; empty where nobody has said it
  std::string_view betza{};  // how it moves in Betza's notation, for diagrams; empty where nobody has said it
};

// The paint of a side's pieces, as SVG has colours.
struct SidePaint {
  std::string_view name;  // "Red"
  std::string_view fill, outline, detail;
};

// The data that all positions of a game share.
struct PieceSet {
  std::span<const Glyph> glyphs;
  std::array<SidePaint, 2> sides;  // the side that begins first; they differ in lightness, not only in colour
  std::optional<std::size_t> royal{};     // the glyph of the piece whose loss ends the game
  std::span<const std::size_t> closed{};  // squares off limits to most pieces, which drawings shade
};

struct PicturedPiece {
  std::size_t side = 0;
  std::size_t glyph = 0;  // of PieceSet::glyphs

  friend bool operator==(const PicturedPiece&, const PicturedPiece&) = default;
};

struct HeldPieces {
  std::size_t glyph = 0;
  int count = 0;
};

struct BoardPicture {
  const PieceSet* pieces = nullptr;
  std::vector<std::string> row_names;                 // from the side that begins to the other one
  std::vector<std::string> column_names;              // from left to right as the side that begins sees them
  std::vector<std::optional<PicturedPiece>> squares;  // row by row, row 0 first
  // The pieces that each side may drop, where the game has drops; kinds that are not held are left out.
  std::optional<std::array<std::vector<HeldPieces>, 2>> hands{};
  std::vector<std::size_t> last_move{};  // its squares: the target last, the origin (not of a drop) before it
  std::string caption{};                 // "Red to move, ply 2 of 102"
};

// The name of a square: the letter of its column or row and the number of the other.
inline std::string square_name(const BoardPicture& picture, std::size_t square) {
  const std::string& row = picture.row_names[square / picture.column_names.size()];
  const std::string& column = picture.column_names[square % picture.column_names.size()];
  const bool row_is_number = row.front() >= '0' && row.front() <= '9';
  return row_is_number ? column + row : row + column;
}

// An empty board whose columns have letters and whose rows have numbers.
inline BoardPicture lettered_board_picture(const PieceSet& pieces, int rows, int columns) {
  BoardPicture picture;
  picture.pieces = &pieces;
  for (int row = 0; row < rows; ++row) picture.row_names.push_back(std::to_string(row + 1));
  for (int column = 0; column < columns; ++column)
    picture.column_names.emplace_back(1, static_cast<char>('a' + column));
  picture.squares.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  return picture;
}

}  // namespace tabiya
