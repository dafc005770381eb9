// Faults of the entries of a well-formed book.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "core/book/book.h"

namespace tabiya {

struct BookFinding {
  enum class Kind {
    kIllegalRed,    // not a setup of the game
    kIllegalReply,  // not a setup of the game
    kUnnormalisedRed,
    kDuplicateRed,  // an earlier entry has it already, or its mirror image
    kIllegalValue,  // beyond every score
    kIllegalLine,   // a move of its line of play is not legal
  };
  Kind kind;
  std::size_t entry = 0;  // index
  std::size_t first = 0;  // kDuplicateRed: index of the first entry for the same red

  friend bool operator==(const BookFinding&, const BookFinding&) = default;
};

// Returns true if the line of an entry with sound setups can be played.
using LineCheck = std::function<bool(const BookEntry& entry)>;

// All findings, in the order of the entries; none for a sound book. The spaces are of the book's game. Lines of
// play are looked at only with a check.
std::vector<BookFinding> verify_book(const Book& book, const SetupSpace& reds, const SetupSpace& blues,
                                     const LineCheck& can_be_played = {});

// One line for people, with ranks (from 1) and the setups' names: "entry 3: red AWA… is not normalised".
std::string describe(const BookFinding& finding, const Book& book, const SetupSpace& reds);

}  // namespace tabiya
