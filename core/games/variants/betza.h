// Moves of pieces in Betza's notation, as far as files of rules use it: leapers and riders, directions, moves
// and captures apart. (Ralph Betza, "My notation for pieces", as https://www.gnu.org/software/xboard/Betza.html
// describes it.)
#pragma once

#include <string_view>
#include <vector>

#include "codec/result.h"

namespace tabiya::variants {

// A step on the board, and how often it may be repeated. Rows count away from the side that the piece
// belongs to, columns to its right.
struct PieceStep {
  int rows = 0;
  int columns = 0;
  int range = 1;  // steps at most over empty squares; 0 for no limit
  bool moves = true;
  bool captures = true;
  bool initial = false;  // only from where pawns make their double step
  enum class Hop {
    kNone,
    kBehind,
    kNext
  } hop = Hop::kNone;  // over one piece, to any square behind it or the next
  bool lame = false;   // a leap for which the squares between must be empty

  friend bool operator==(const PieceStep&, const PieceStep&) = default;
};

// Letters of leaps W F D N A H C L Z G, of riders R B Q, of both K (W and F); doubled letters and numbers for
// riders; before them m, c, e (which says nothing beyond c), i, n, p, g and directions. Errors: kInvalid and kUnsupported, with the offset.
Result<std::vector<PieceStep>> parse_betza(std::string_view text);

}  // namespace tabiya::variants
