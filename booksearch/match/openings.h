// From which setups, and moves after them, the games of a match begin.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "codec/result.h"
#include "core/book/book.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct Opening {
  std::string from{};  // a position that GameModule::parse_position() reads; empty: GameModule::start()
  std::vector<std::string> moves{};  // wire moves from there, setups first, legal

  friend bool operator==(const Opening&, const Opening&) = default;
};

// The opening of what people call the starting position (GameModule::usual_start()).
Opening usual_opening(const GameModule& game);

// Adds moves in either notation, setups first, to an opening that has none. The position that it ends in. Errors:
// `Opening::from` is no position, or the first word that is no legal move.
Result<PositionHandle> add_moves(const GameModule& game, Opening& opening,
                                 std::span<const std::string> words);

// A pair of setups as the game draws it (SetupPhase::draw_pair()); in a game without setups, a few moves at
// random. Opening number `index` of a seed is always the same.
Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index);

// Red setups and replies of a book of the game, best first; entries that are no setups are left out.
std::vector<Opening> book_openings(const SetupPhase& phase, const Book& book);

// Brings openings into an order that the seed determines.
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

// Where the openings of a match come from.
enum class OpeningSource : std::uint8_t { kGiven, kRandom, kEngines };

// Equal for equal openings in the same order.
std::uint64_t checksum_of(const std::vector<Opening>& openings);

}  // namespace tabiya::booksearch
