// Books of moves with values as games in PGN, with variations, and with the values of moves in comments.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"
#include "core/game/game_module.h"
#include "core/game/pgn_reader.h"

namespace tabiya::booksearch {

// The tags that state the numbers of a book, in logit.
inline constexpr std::string_view kSearchErrorTag = "SearchError", kToleranceTag = "Tolerance",
                                  kRepetitionTag = "Repetition";

// Variations within more than so many others are left out.
inline constexpr int kMostNested = 60;

// Writes a game from each root: the best moves, and the others of the book as variations, also the best one outside the
// book. A position stands once, where the best moves come to it first. Comments have values, as book_value_text() and for
// the side that has moved, in ASCII; and in games that UCI engines know, [%eval] in pawns for the first side. `variant` is
// the name of a game that UCI engines have none for. Errors: those of BookWalk::go_to().
Result<std::string> pgn_of(const ValuedBook& book, const GameModule& game, std::string_view variant);

// Reads a book of games. A move is in the book if a game continues behind it, even elsewhere. The others are moves outside
// the book, of which each position keeps the best one. Values go up from these, as the comments behind them have them. Moves
// behind the last move of a line that has a value are left out. What pgn_of() has written comes back as the same book.
class ValuedPgnReader {
 public:
  // The game has books of moves.
  explicit ValuedPgnReader(const GameModule& game) : game_(game) {}

  // Adds a game, of which the reader has kept everything (PgnReader::Keep::kAll). Returns its fault if it cannot be played;
  // then the book is not to be made.
  std::optional<PgnFault> read(const PgnGame& pgn);

  // Makes the book, once. Errors: kInvalid if no move has a value.
  Result<ValuedBook> finish();

 private:
  class Graph;

  // A position of a game, and the move that led to it.
  static constexpr std::uint32_t kNoItem = 0xffffffff;
  struct Item {
    std::uint32_t parent = kNoItem;  // none of a root
    MoveCode move = 0;
    PositionKey key = 0;
    std::int8_t side = 0;                  // to move
    bool is_outside = false;               // the move, of the book, as the file says
    bool goes_on = false;                  // the file has moves behind it
    bool is_kept = false;                  // one of these moves is worth something
    std::optional<BookValue> value{};      // of the move, for the side that made it
    std::optional<FoundScore> result{};    // of a game that is over
    SearchEffort effort = kUnknownEffort;  // of the search that has found the move
  };
  struct Root {
    std::string position;
    std::uint32_t item;
  };

  // The place of the reading in a line.
  struct Place {
    std::unique_ptr<BookWalk> before{};  // its last move; null if it has none yet
    std::unique_ptr<BookWalk> after{};
    std::uint32_t item = kNoItem;
    bool takes_comment = false;  // the part before was a move, or a comment on one
  };

  std::optional<PgnFault> begin(const PgnGame& pgn);
  void take_meta(const PgnGame& pgn);
  std::optional<std::string> read_part(const PgnGame& pgn, std::size_t part);
  std::optional<std::string> play(std::string_view text);
  void take_comment(std::string_view comment);
  std::optional<std::string> open_variation();
  void end_line();
  void add_item(Item item);

  const GameModule& game_;
  ValuedBookMeta meta_;
  std::vector<Item> items_;
  std::vector<Root> roots_;
  Place place_;
  std::vector<Place> open_;  // the lines that the variations belong to
};

}  // namespace tabiya::booksearch
