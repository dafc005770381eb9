#include "core/games/chess/glyphs.h"

#include <array>

#include "core/games/chess/position.h"

namespace tabiya::chess {
namespace {

// A small ball on a cone.
constexpr std::string_view kPawn =
    R"(<path d="M24 88C24 74 38 66 43 48H57C62 66 76 74 76 88Z"/><circle cx="50" cy="34" r="16"/>)"
    R"(<path d="M36 50H64" fill="none" stroke="currentColor"/>)";

// A horse's head that looks to the left.
constexpr std::string_view kKnight =
    R"(<path d="M30 88C30 70 46 66 49 55C42 61 34 60 29 66C25 71 15 68 16 59L29 36C31 26 37 21 44 18L47 8L56 16)"
    R"(C74 22 82 40 80 88Z"/>)"
    R"(<path d="M41 34V36" fill="none" stroke="currentColor" stroke-width="8"/>)"
    R"(<path d="M60 28C68 40 69 58 67 74" fill="none" stroke="currentColor"/>)";

// A mitre with its slit.
constexpr std::string_view kBishop =
    R"(<path d="M22 88C22 78 34 76 40 72C28 62 26 46 50 20C74 46 72 62 60 72C66 76 78 78 78 88Z"/>)"
    R"(<circle cx="50" cy="13" r="7"/>)"
    R"(<path d="M50 36V58M40 47H60" fill="none" stroke="currentColor"/>)";

// A tower with battlements.
constexpr std::string_view kRook =
    R"(<path d="M20 88V76L30 70V40L22 32V14H36V23H43V14H57V23H64V14H78V32L70 40V70L80 76V88Z"/>)"
    R"(<path d="M31 42H69M31 69H69" fill="none" stroke="currentColor"/>)";

// A coronet of five points, each with a ball.
constexpr std::string_view kQueen =
    R"(<path d="M24 88L10 34L30 56L32 22L50 52L68 22L70 56L90 34L76 88Z"/>)"
    R"(<circle cx="9" cy="28" r="6"/><circle cx="31" cy="15" r="6"/><circle cx="69" cy="15" r="6"/>)"
    R"(<circle cx="91" cy="28" r="6"/>)"
    R"(<path d="M24 74H76" fill="none" stroke="currentColor"/>)";

// A crown under a cross.
constexpr std::string_view kKing =
    R"(<path d="M24 88L14 52C12 36 34 32 46 44V24H36V16H46V6H54V16H64V24H54V44C66 32 88 36 86 52L76 88Z"/>)"
    R"(<path d="M50 50V70M24 74H76" fill="none" stroke="currentColor"/>)";

constexpr std::array<Glyph, 6> kGlyphs{
    {{"pawn",
      {'P', 'p'},
      kPawn,
      "Moves one square ahead, or two from where it begins; captures one square diagonally ahead. On the last rank it becomes another piece."},
     {"knight", {'N', 'n'}, kKnight, "Leaps two squares along a rank or file and one to the side."},
     {"bishop", {'B', 'b'}, kBishop, "Moves any number of empty squares diagonally."},
     {"rook", {'R', 'r'}, kRook, "Moves any number of empty squares along a rank or file."},
     {"queen", {'Q', 'q'}, kQueen, "Moves any number of empty squares in any direction."},
     {"king",
      {'K', 'k'},
      kKing,
      "Steps one square in any direction, and castles. Whoever is mated loses the game."}}};

}  // namespace

const PieceSet kPieceSet{
    kGlyphs, {{{"White", "#fff", "#222", "#222"}, {"Black", "#333", "#111", "#fff"}}}, index(Kind::kKing)};

}  // namespace tabiya::chess
