#include "tools/drawing/board_drawing.h"

#include <algorithm>

#include <fmt/format.h>

namespace tabiya::tools {
namespace {

std::size_t widest(const std::vector<std::string>& names) {
  std::size_t width = 1;
  for (const std::string& name : names) width = std::max(width, name.size());
  return width;
}

std::string hand_text(const BoardPicture& picture, std::size_t side) {
  std::string held;
  for (const HeldPieces& pieces : (*picture.hands)[side])
    held.append(static_cast<std::size_t>(pieces.count), picture.pieces->glyphs[pieces.glyph].letters[side]);
  return fmt::format("   {}'s hand: {}", picture.pieces->sides[side].name, held.empty() ? "empty" : held);
}

// The squares of a row, each after a separator, which are the brackets around the last move's target.
std::string row_text(const BoardPicture& picture, std::size_t row, std::size_t below, std::size_t width) {
  const std::size_t columns = picture.column_names.size();
  std::string separators(columns + 1, ' ');
  std::string text;
  for (std::size_t i = 0; i < columns; ++i) {
    const std::size_t square = row * columns + (below == 0 ? i : columns - 1 - i);
    if (!picture.last_move.empty() && picture.last_move.back() == square) {
      separators[i] = '[';
      separators[i + 1] = ']';
    }
    const auto& piece = picture.squares[square];
    const bool is_closed = std::ranges::find(picture.pieces->closed, square) != picture.pieces->closed.end();
    const char empty = is_closed ? '#' : '.';
    const char letter = piece ? picture.pieces->glyphs[piece->glyph].letters[piece->side] : empty;
    text += separators[i] + std::string(width - 1, ' ') + letter;
  }
  return text + separators.back();
}

std::string trimmed_line(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

}  // namespace

std::string board_text(const BoardPicture& picture, std::size_t below) {
  const std::size_t rows = picture.row_names.size();
  const std::size_t columns = picture.column_names.size();
  const std::size_t name_width = widest(picture.row_names);
  const std::size_t width = widest(picture.column_names);
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t row = below == 0 ? rows - 1 - i : i;
    std::string line =
        fmt::format("{:>{}}{}", picture.row_names[row], name_width, row_text(picture, row, below, width));
    if (picture.hands && i == 0) line += hand_text(picture, 1 - below);
    if (picture.hands && i == rows - 1) line += hand_text(picture, below);
    text += trimmed_line(line);
  }
  std::string names(name_width, ' ');
  for (std::size_t i = 0; i < columns; ++i)
    names += fmt::format(" {:>{}}", picture.column_names[below == 0 ? i : columns - 1 - i], width);
  text += trimmed_line(names);
  return picture.caption.empty() ? text : text + '\n' + picture.caption + '\n';
}

}  // namespace tabiya::tools
