// The pairings of a match tell which engines meet in which game. Engines are counted from 0, in the order in
// which they were named.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tabiya::booksearch {

// The same two engines play games 2 p and 2 p + 1, with the same opening; in the even one the engine that was
// named first has side 0. All pairings play an opening before any of them plays the next.
class Pairings {
 public:
  // Pairs each engine with each other one, or, in a gauntlet, only the first one with each other one. There
  // must be at least two engines.
  explicit Pairings(std::size_t engines = 2, bool is_gauntlet = false) : engines_(engines) {
    for (std::size_t a = 0; a < (is_gauntlet ? 1 : engines); ++a)
      for (std::size_t b = a + 1; b < engines; ++b) pairings_.push_back({a, b});
  }

  std::size_t engines() const { return engines_; }
  std::size_t size() const { return pairings_.size(); }
  const std::array<std::size_t, 2>& operator[](std::size_t pairing) const { return pairings_[pairing]; }

  std::size_t pairing_of(std::uint64_t game) const { return static_cast<std::size_t>(game / 2 % size()); }
  std::uint64_t opening_of(std::uint64_t game) const { return game / 2 / size(); }
  std::size_t engine_of(std::uint64_t game, std::size_t side) const {
    return pairings_[pairing_of(game)][(game + side) % 2];
  }

 private:
  std::size_t engines_;
  std::vector<std::array<std::size_t, 2>> pairings_;
};

}  // namespace tabiya::booksearch
