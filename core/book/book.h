// The in-memory book: which setups are good for Red, and what Blue answers to each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/search/score.h"
#include "core/setup/setup_space.h"
#include "core/setup/value_origin.h"

namespace tabiya {

// The origin of a book.
struct BookMeta {
  std::string game;              // SetupSpace::game()
  std::uint64_t evaluation = 0;  // fingerprint of the evaluation of that job; 0: unknown
  std::uint64_t job = 0;         // hash of the job that made the book; 0: none, it was imported
  std::string maker;             // program and version, or source
  bool ordered = true;           // false: the entries come in no order that says anything of their value

  friend bool operator==(const BookMeta&, const BookMeta&) = default;
};

struct BookEntry {
  SetupId red = 0;                 // normalised
  SetupId reply = 0;               // Blue's best answer to it, not normalised
  std::optional<Score> red_value;  // of the pair, from Red's view; imported books have none
  std::uint8_t depth = 0;          // plies searched from the end of the setup phase; 0: not searched
  std::uint8_t origin = 0;         // what gave the value: origins[origin - 1] of the book; 0: unknown
  std::uint64_t nodes = 0;         // visited by all searches for this entry at this depth; 0: unknown
  std::optional<std::uint32_t> standard_error{};  // of red_value, in its unit
  LinePlaces line{};  // how the search saw the game go on; nothing if that is not known

  friend bool operator==(const BookEntry&, const BookEntry&) = default;
};

// An entry names its origin by one byte, of which 0 is taken.
inline constexpr std::size_t kMaxBookOrigins = 255;

// Books from outside may hold anything in their entries: see verify.h.
struct Book {
  BookMeta meta;
  std::vector<BookEntry> entries;  // best for Red first, if `meta.ordered`
  // The origins of the entries, kMaxBookOrigins at most: more than one where books were merged or corrected.
  std::vector<ValueOrigin> origins{};
  std::string rules{};  // of a game from a file: its text, with all that it inherits; empty for other games

  friend bool operator==(const Book&, const Book&) = default;
};

// Blue's answer to a red setup, found in a book.
struct BookAnswer {
  SetupId reply = 0;      // to the setup that was asked for
  std::size_t entry = 0;  // index of the entry that says so
  bool mirrored = false;  // the entry is of the mirror images

  friend bool operator==(const BookAnswer&, const BookAnswer&) = default;
};

// Finds entries by their red setup. Refers to the book and to both spaces. Entries whose ids are not setups
// are left out; of several entries for one red the first counts.
class BookIndex {
 public:
  BookIndex(const Book& book, const SetupSpace& reds, const SetupSpace& blues);

  // The answer to `red`, which is below reds.count(): from an entry for it, or else for its mirror image.
  std::optional<BookAnswer> find(SetupId red) const;

 private:
  std::optional<std::size_t> entry_of(SetupId red) const;

  const Book& book_;
  const SetupSpace& reds_;
  const SetupSpace& blues_;
  std::vector<std::pair<SetupId, std::size_t>> by_red_;  // red and entry, sorted
};

// Answers as BookIndex::find() does, by going through the entries once: for one setup, that is faster.
std::optional<BookAnswer> look_up(const Book& book, const SetupSpace& reds, const SetupSpace& blues,
                                  SetupId red);

}  // namespace tabiya
