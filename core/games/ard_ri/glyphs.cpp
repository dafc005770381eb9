#include "core/games/ard_ri/glyphs.h"

#include <array>

namespace tabiya::ard_ri {
namespace {

// A round shield with its boss.
constexpr std::string_view kManPath =
    R"(<circle cx="50" cy="50" r="36"/><circle cx="50" cy="50" r="11" fill="none" stroke="currentColor"/>)";

// A shield with a crown on it.
constexpr std::string_view kKingPath =
    R"(<circle cx="50" cy="50" r="42"/>)"
    R"(<path d="M27 68L23 36L38 49L50 28L62 49L77 36L73 68Z" fill="none" stroke="currentColor" stroke-width="7"/>)";

// A pointed shield.
constexpr std::string_view kAttackerPath =
    R"(<path d="M14 18H86C88 50 74 76 50 90C26 76 12 50 14 18Z"/>)"
    R"(<path d="M50 30V72M30 40H70" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, 3> kGlyphs{
    {{"man",
      {'O', 'O'},
      kManPath,
      "Steps one square up, down, left or right; the shaded squares are closed to it.",
      "mW"},
     {"king",
      {'K', 'K'},
      kKingPath,
      "Steps one square up, down, left or right, onto shaded squares, too. On a corner it has won.",
      "mW"},
     {"attacker",
      {'V', 'V'},
      kAttackerPath,
      "Steps one square up, down, left or right; the shaded squares are closed to it.",
      "mW"}}};

// The corners and the centre.
constexpr std::array<std::size_t, 5> kClosed{0, 6, 24, 42, 48};

}  // namespace

const PieceSet kPieceSet{
    kGlyphs,
    {{{"Defenders", "#fff4d6", "#6b4a12", "#6b4a12"}, {"Attackers", "#3b2f2f", "#171212", "#fff"}}},
    kKingGlyph,
    kClosed};

}  // namespace tabiya::ard_ri
