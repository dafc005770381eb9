// Pictures of a game that does not exist, on 2 x 3 squares: drawings know none.
#pragma once

#include <array>

#include "core/game/board_picture.h"

namespace tabiya::tools {

inline constexpr std::array<Glyph, 2> kMarks{{{"dot", {'O', 'o'}, "<circle cx=\"50\" cy=\"50\" r=\"9\"/>"},
                                              {"cross", {'X', 'x'}, "<path d=\"M9 9L91 91M91 9L9 91\"/>"}}};

inline const PieceSet kMarkSet{kMarks,
                               {{{"White", "#fff", "#111", "#222"}, {"Black", "#000", "#333", "#eee"}}}};

// A cross of White in the near left corner, a dot of Black that has just come from the far to the near right.
inline BoardPicture dots_and_crosses() {
  BoardPicture picture;
  picture.pieces = &kMarkSet;
  picture.row_names = {"1", "2"};
  picture.column_names = {"a", "b", "c"};
  picture.squares.resize(6);
  picture.squares[0] = PicturedPiece{0, 1};
  picture.squares[2] = PicturedPiece{1, 0};
  picture.last_move = {5, 2};
  picture.caption = "White to move";
  return picture;
}

}  // namespace tabiya::tools
