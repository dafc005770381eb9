#include "core/games/zero_point_one/glyphs.h"

#include "core/games/drawings.h"
#include "core/games/zero_point_one/pieces.h"

namespace tabiya::zero_point_one {
namespace {

// A horse's head: eye and mane.
constexpr std::string_view kKnight =
    R"(<path d="M28 90H80C82 62 80 44 71 32C64 22 54 18 47 18L40 8L35 21C28 26 25 34 21 43L12 57C10 63 15 70 21 69)"
    R"(C26 69 29 64 34 63C40 62 45 61 50 57C48 68 30 72 28 90Z"/>)"
    R"(<path d="M38 35V36" fill="none" stroke="currentColor" stroke-width="8"/>)"
    R"(<path d="M58 27C68 38 70 54 69 74" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, kKinds> kGlyphs{
    {{"alfil",
      {'A', 'a'},
      drawings::kAlfil,
      "Leaps exactly two squares diagonally, over whatever stands between.",
      "A"},
     {"dabbaba",
      {'D', 'd'},
      drawings::kDabbaba,
      "Leaps exactly two squares along a row or column, over whatever stands between.",
      "D"},
     {"ferz", {'F', 'f'}, drawings::kFerz, "Steps one square diagonally.", "F"},
     {"knight",
      {'N', 'n'},
      kKnight,
      "Leaps two squares along a row or column and one to the side, as in chess.",
      "N"},
     {"wazir",
      {'W', 'w'},
      drawings::kWazir,
      "Steps one square along a row or column. Whoever loses it loses the game.",
      "W"}}};

}  // namespace

const PieceSet kPieceSet{kGlyphs,
                         {{{"Red", "#f58d73", "#6e1005", "#6e1005"}, {"Blue", "#23489b", "#0d1f4a", "#fff"}}},
                         static_cast<std::size_t>(index(Kind::kWazir))};

}  // namespace tabiya::zero_point_one
