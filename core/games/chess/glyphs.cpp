#include "core/games/chess/glyphs.h"

#include <array>

#include "core/games/chess/position.h"
#include "core/games/drawings.h"

namespace tabiya::chess {
namespace {

constexpr std::array<Glyph, 6> kGlyphs{
    {{"pawn",
      {'P', 'p'},
      drawings::kPawn,
      "Moves one square ahead, or two from where it begins; captures one square diagonally ahead. On the last rank it becomes another piece.",
      "fmWfcFifmnD"},
     {"knight",
      {'N', 'n'},
      drawings::kKnight,
      "Leaps two squares along a rank or file and one to the side.",
      "N"},
     {"bishop", {'B', 'b'}, drawings::kBishop, "Moves any number of empty squares diagonally.", "B"},
     {"rook", {'R', 'r'}, drawings::kRook, "Moves any number of empty squares along a rank or file.", "R"},
     {"queen", {'Q', 'q'}, drawings::kQueen, "Moves any number of empty squares in any direction.", "Q"},
     {"king",
      {'K', 'k'},
      drawings::kKing,
      "Steps one square in any direction, and castles. Whoever is mated loses the game.",
      "K"}}};

}  // namespace

const PieceSet kPieceSet{
    kGlyphs, {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}}, index(Kind::kKing)};

}  // namespace tabiya::chess
