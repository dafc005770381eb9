// The coverage of a book of moves tells how long games stay in it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/book/valued_book.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"

namespace tabiya::booksearch {

// Counts begin where a game first comes to a position of the book. Positions count however they are reached, also in games
// that have left the book and come back.
struct Coverage {
  static constexpr std::size_t kPlies = 60;  // of a game that count

  std::uint64_t games = 0, skipped = 0;
  std::uint64_t reached = 0;                         // games that come to the book
  std::uint64_t plies = 0;                           // of these, from there on
  std::uint64_t known = 0;                           // in positions of the book
  std::uint64_t followed = 0;                        // and by a move in it
  std::uint64_t until_left = 0;                      // before the first position outside the book
  std::array<std::uint64_t, kPlies> played_after{};  // games that go on for so many plies from there
  std::array<std::uint64_t, kPlies> known_after{};   // and are in the book then
};

class CoverageCounter {
 public:
  // `book`: of that game; it outlives this.
  CoverageCounter(const GameModule& game, const ValuedBook& book) : game_(game), book_(book) {}

  // A broken game, or one of other rules, is skipped.
  void take(const PgnGame& game);

  const Coverage& counts() const { return counts_; }

 private:
  // Returns false if the game is broken or of other rules.
  bool replay(const PgnGame& game, Coverage& counts);

  const GameModule& game_;
  const ValuedBook& book_;
  Coverage counts_;
};

}  // namespace tabiya::booksearch
