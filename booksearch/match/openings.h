// The setups, and the moves after them, from which the games of a match begin.
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

// Returns the opening at the position that people call the starting position (GameModule::usual_start()).
Opening usual_opening(const GameModule& game);

// Adds moves in either notation, setups first, to an opening that has none, and returns the position that it
// ends in. Errors: `Opening::from` is no position; a word is no legal move (the message names the first one).
Result<PositionHandle> add_moves(const GameModule& game, Opening& opening,
                                 std::span<const std::string> words);

// Draws a pair of setups as the game does (SetupPhase::draw_pair()); in a game without setups, it draws a few
// random moves. Opening number `index` of a seed is always the same.
Opening random_opening(const GameModule& game, std::uint64_t seed, std::uint64_t index);

// Returns the Red setups and replies of a book of the game, best first. It leaves out entries that are no
// setups.
std::vector<Opening> book_openings(const SetupPhase& phase, const Book& book);

// Brings openings into an order that the seed determines.
void shuffle(std::vector<Opening>& openings, std::uint64_t seed);

// The source of a match's openings.
enum class OpeningSource : std::uint8_t { kGiven, kRandom, kEngines };

// Returns a number that is equal for equal openings in the same order.
std::uint64_t checksum_of(const std::vector<Opening>& openings);

}  // namespace tabiya::booksearch
