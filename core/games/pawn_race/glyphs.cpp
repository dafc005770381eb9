#include "core/games/pawn_race/glyphs.h"

#include <array>

namespace tabiya::pawn_race {
namespace {

// A head, a collar and a foot.
constexpr std::string_view kPawn =
    R"(<path d="M22 88C22 72 38 68 41 50H59C62 68 78 72 78 88Z"/>)"
    R"(<circle cx="50" cy="30" r="18"/><path d="M34 50H66" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, 1> kGlyphs{
    {{"pawn",
      {'P', 'p'},
      kPawn,
      "Moves one square ahead, or two from where it begins; captures one square diagonally ahead. On the last rank it wins.",
      "fmWfcFifmnD"}}};

}  // namespace

const PieceSet kPieceSet{kGlyphs, {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}}};

}  // namespace tabiya::pawn_race
