// The random numbers of PolyGlot's keys, which its format requires.
#pragma once

#include <array>
#include <cstdint>

namespace tabiya::chess {

// The numbers of men on squares (768), rights to castle (4), files of en passant (8), and White to move.
extern const std::array<std::uint64_t, 781> kPolyglotNumbers;

}  // namespace tabiya::chess
