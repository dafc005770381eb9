// Job files hold a line of play as two integers, with four places of 16 bits in each. Places count from 1
// there, as 0 is the end.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/search/game.h"
#include "core/setup/value_origin.h"

namespace tabiya::booksearch {

using StoredLine = std::array<std::int64_t, 2>;

inline constexpr std::size_t kPlacesPerNumber = 4;
inline constexpr unsigned kPlaceBits = 16;
static_assert(kLinePlies <= 2 * kPlacesPerNumber && kMostLegalMoves < (1 << kPlaceBits));

inline StoredLine stored_line(const LinePlaces& line) {
  std::array<std::uint64_t, 2> numbers{};
  for (std::size_t i = 0; i < line.size(); ++i)
    numbers[i / kPlacesPerNumber] |= (std::uint64_t{line[i]} + 1) << kPlaceBits * (i % kPlacesPerNumber);
  return std::bit_cast<StoredLine>(numbers);
}

inline LinePlaces line_of(const StoredLine& stored) {
  LinePlaces line;
  for (auto number : std::bit_cast<std::array<std::uint64_t, 2>>(stored)) {
    for (; number != 0; number >>= kPlaceBits)
      line.push_back(static_cast<std::uint16_t>((number & ((1 << kPlaceBits) - 1)) - 1));
  }
  return line;
}

}  // namespace tabiya::booksearch
