// Drawings of pieces that several games have: SVG for Glyph::svg.
#pragma once

#include <string_view>

namespace tabiya::drawings {

// A small ball on a cone.
inline constexpr std::string_view kPawn =
    R"(<path d="M24 88C24 74 38 66 43 48H57C62 66 76 74 76 88Z"/><circle cx="50" cy="34" r="16"/>)"
    R"(<path d="M36 50H64" fill="none" stroke="currentColor"/>)";

// A horse's head that looks to the left.
inline constexpr std::string_view kKnight =
    R"(<path d="M30 88C30 70 46 66 49 55C42 61 34 60 29 66C25 71 15 68 16 59L29 36C31 26 37 21 44 18L47 8L56 16)"
    R"(C74 22 82 40 80 88Z"/>)"
    R"(<path d="M41 34V36" fill="none" stroke="currentColor" stroke-width="8"/>)"
    R"(<path d="M60 28C68 40 69 58 67 74" fill="none" stroke="currentColor"/>)";

// A mitre with its slit.
inline constexpr std::string_view kBishop =
    R"(<path d="M22 88C22 78 34 76 40 72C28 62 26 46 50 20C74 46 72 62 60 72C66 76 78 78 78 88Z"/>)"
    R"(<circle cx="50" cy="13" r="7"/>)"
    R"(<path d="M50 36V58M40 47H60" fill="none" stroke="currentColor"/>)";

// A tower with battlements.
inline constexpr std::string_view kRook =
    R"(<path d="M20 88V76L30 70V40L22 32V14H36V23H43V14H57V23H64V14H78V32L70 40V70L80 76V88Z"/>)"
    R"(<path d="M31 42H69M31 69H69" fill="none" stroke="currentColor"/>)";

// A coronet of five points, each with a ball.
inline constexpr std::string_view kQueen =
    R"(<path d="M24 88L10 34L30 56L32 22L50 52L68 22L70 56L90 34L76 88Z"/>)"
    R"(<circle cx="9" cy="28" r="6"/><circle cx="31" cy="15" r="6"/><circle cx="69" cy="15" r="6"/>)"
    R"(<circle cx="91" cy="28" r="6"/>)"
    R"(<path d="M24 74H76" fill="none" stroke="currentColor"/>)";

// A crown under a cross.
inline constexpr std::string_view kKing =
    R"(<path d="M24 88L14 52C12 36 34 32 46 44V24H36V16H46V6H54V16H64V24H54V44C66 32 88 36 86 52L76 88Z"/>)"
    R"(<path d="M50 50V70M24 74H76" fill="none" stroke="currentColor"/>)";

// An elephant's head: ears, head with trunk, eyes.
inline constexpr std::string_view kAlfil =
    R"(<path d="M36 27C24 12 6 20 6 40C6 56 18 66 31 60L38 50ZM64 27C76 12 94 20 94 40C94 56 82 66 69 60L62 50Z"/>)"
    R"(<path d="M50 14C36 14 30 24 31 36C32 48 39 54 40 66C41 82 50 91 64 90C73 89 78 82 77 74L67 73)"
    R"(C67 78 65 80 62 79C58 78 58 72 59 65C61 54 68 48 69 36C70 24 64 14 50 14Z"/>)"
    R"(<path d="M42 37V38M58 37V38" fill="none" stroke="currentColor" stroke-width="7"/>)";

// A siege tower on two wheels.
inline constexpr std::string_view kDabbaba =
    R"(<path d="M30 74V38L22 32V14H36V23H43V14H57V23H64V14H78V32L70 38V74Z"/>)"
    R"(<circle cx="32" cy="79" r="11"/><circle cx="68" cy="79" r="11"/>)"
    R"(<path d="M50 44V60" fill="none" stroke="currentColor" stroke-width="8"/>)";

// A counsellor's cap, with the diagonals that it steps on.
inline constexpr std::string_view kFerz =
    R"(<path d="M50 10C68 24 73 38 66 51C64 55 61 58 58 60L62 70C72 73 78 80 78 90H22C22 80 28 73 38 70L42 60)"
    R"(C39 58 36 55 34 51C27 38 32 24 50 10Z"/>)"
    R"(<path d="M42 33L58 49M58 33L42 49M38 70H62" fill="none" stroke="currentColor"/>)";

// A crown: who loses it has lost the game.
inline constexpr std::string_view kWazir =
    R"(<path d="M18 88L10 36L32 54L50 18L68 54L90 36L82 88Z"/>)"
    R"(<circle cx="10" cy="30" r="6"/><circle cx="50" cy="14" r="6"/><circle cx="90" cy="30" r="6"/>)"
    R"(<path d="M17 72H83" fill="none" stroke="currentColor"/>)";

}  // namespace tabiya::drawings
