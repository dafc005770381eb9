#include "core/games/zero_point_one/glyphs.h"

#include "core/games/zero_point_one/pieces.h"

namespace tabiya::zero_point_one {
namespace {

// An elephant's head: ears, head with trunk, eyes.
constexpr std::string_view kAlfil =
    R"(<path d="M36 27C24 12 6 20 6 40C6 56 18 66 31 60L38 50ZM64 27C76 12 94 20 94 40C94 56 82 66 69 60L62 50Z"/>)"
    R"(<path d="M50 14C36 14 30 24 31 36C32 48 39 54 40 66C41 82 50 91 64 90C73 89 78 82 77 74L67 73)"
    R"(C67 78 65 80 62 79C58 78 58 72 59 65C61 54 68 48 69 36C70 24 64 14 50 14Z"/>)"
    R"(<path d="M42 37V38M58 37V38" fill="none" stroke="currentColor" stroke-width="7"/>)";

// A siege tower on two wheels.
constexpr std::string_view kDabbaba =
    R"(<path d="M30 74V38L22 32V14H36V23H43V14H57V23H64V14H78V32L70 38V74Z"/>)"
    R"(<circle cx="32" cy="79" r="11"/><circle cx="68" cy="79" r="11"/>)"
    R"(<path d="M50 44V60" fill="none" stroke="currentColor" stroke-width="8"/>)";

// A counsellor's cap, with the diagonals that it steps on.
constexpr std::string_view kFerz =
    R"(<path d="M50 10C68 24 73 38 66 51C64 55 61 58 58 60L62 70C72 73 78 80 78 90H22C22 80 28 73 38 70L42 60)"
    R"(C39 58 36 55 34 51C27 38 32 24 50 10Z"/>)"
    R"(<path d="M42 33L58 49M58 33L42 49M38 70H62" fill="none" stroke="currentColor"/>)";

// A horse's head: eye and mane.
constexpr std::string_view kKnight =
    R"(<path d="M28 90H80C82 62 80 44 71 32C64 22 54 18 47 18L40 8L35 21C28 26 25 34 21 43L12 57C10 63 15 70 21 69)"
    R"(C26 69 29 64 34 63C40 62 45 61 50 57C48 68 30 72 28 90Z"/>)"
    R"(<path d="M38 35V36" fill="none" stroke="currentColor" stroke-width="8"/>)"
    R"(<path d="M58 27C68 38 70 54 69 74" fill="none" stroke="currentColor"/>)";

// A crown: who loses it has lost the game.
constexpr std::string_view kWazir =
    R"(<path d="M18 88L10 36L32 54L50 18L68 54L90 36L82 88Z"/>)"
    R"(<circle cx="10" cy="30" r="6"/><circle cx="50" cy="14" r="6"/><circle cx="90" cy="30" r="6"/>)"
    R"(<path d="M17 72H83" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, kKinds> kGlyphs{
    {{"alfil", {'A', 'a'}, kAlfil, "Leaps exactly two squares diagonally, over whatever stands between."},
     {"dabbaba",
      {'D', 'd'},
      kDabbaba,
      "Leaps exactly two squares along a row or column, over whatever stands between."},
     {"ferz", {'F', 'f'}, kFerz, "Steps one square diagonally."},
     {"knight",
      {'N', 'n'},
      kKnight,
      "Leaps two squares along a row or column and one to the side, as in chess."},
     {"wazir",
      {'W', 'w'},
      kWazir,
      "Steps one square along a row or column. Whoever loses it loses the game."}}};

}  // namespace

const PieceSet kPieceSet{kGlyphs,
                         {{{"Red", "#f58d73", "#6e1005", "#6e1005"}, {"Blue", "#23489b", "#0d1f4a", "#fff"}}},
                         static_cast<std::size_t>(index(Kind::kWazir))};

}  // namespace tabiya::zero_point_one
