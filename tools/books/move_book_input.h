// Books of moves as inputs of commands: files in PolyGlot's format, and books of moves with values (.tbk), which may be indexed (.tbi).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/books/book_moves.h"
#include "booksearch/books/book_tour.h"
#include "core/book/book.h"
#include "core/book/book_follower.h"
#include "core/book/book_walk.h"
#include "core/book/move_book.h"
#include "core/book/valued_book.h"
#include "core/game/game_module.h"
#include "tools/cli/command_line.h"
#include "tools/cli/failure.h"

namespace tabiya::tools {

// The kinds of input, for options that go with them.
inline constexpr InputKind kBookOfSetups = "a book of setups", kBookOfMoves = "a book of moves with weights",
                           kBookOfValues = "a book of moves with values";

// The game that has books of moves. Throws Failure if none has.
const GameModule& game_of_move_books();

struct LoadedMoveBook {
  std::string name;        // for messages
  const GameModule* game;  // whose positions and moves it holds
  BookMoves moves;
  // Whose moves `moves` has, those outside it, too; null where these are not in memory, and of a file of PolyGlot's.
  std::shared_ptr<const ValuedBook> lines{};
  bool has_setups = false;  // the same file holds setups, too

  // Its moves, as BookMoves has them. Throw Failure.
  std::vector<BookMove> find(const BookWalk& walk) const { return take(moves.find(walk)); }
  std::optional<KnownPosition> known(const BookWalk& walk) const { return take(moves.known(walk)); }
  const MoveBook& all() const { return *take(moves.all()); }

  // The terms of its lines; null for a book with weights alone.
  const ValuedBookMeta* terms() const;
  // The positions in which its lines begin.
  std::vector<std::string> roots() const;
  // The part of the book that players follow; it refers to this object.
  FollowedBook followed() const;
  // The position that an option names. If that is empty, the usual start, or the first position in which lines
  // begin. Throws Failure, about `where`.
  std::unique_ptr<BookWalk> from(const std::string& position, const std::string& where = "--from") const;
  // That position, or all positions in which lines begin.
  TourStarts starts(const std::string& position) const;
};

// The book of moves in a file. PolyGlot's format has no magic number, so a file is taken for such a book if its name
// ends with ".bin", or if it holds whole entries in order, with a legal move for the start position. A large one is
// searched where it stands. An indexed book is known by its first bytes. Another file of ours is a book of moves if it
// has lines, packed or not, and no setups unless `wants_lines`. The result is empty for other files and for standard
// input. Throws Failure for a damaged file.
std::optional<LoadedMoveBook> load_move_book(const std::string& path, bool wants_lines = false);

// This is load_move_book() where nothing else will do. Throws Failure.
LoadedMoveBook require_move_book(const std::string& path);

// This is require_move_book() for a book of moves with values; `why` is the reason in messages. Throws Failure.
LoadedMoveBook require_valued_book(const std::string& path, const std::string& why);

InputKind kind_of(const LoadedMoveBook& book);

// The lines in a file, which is `book`.
struct LoadedValues {
  std::string name;  // for messages
  const GameModule* game;
  ValuedBook lines;
};
// Throws Failure, about `name`, if the file has no lines, is damaged, or is of a game that this program does not
// know, or of other rules.
LoadedValues lines_in(std::span<const std::byte> file, const Book& book, const std::string& name);

// A file of lines alone, which names this program as its maker.
std::vector<std::byte> valued_book_file(const ValuedBook& lines, const GameModule& game);
// The same, indexed: to be searched where it stands.
inline constexpr const char* kIndexedSuffix = ".tbi";
std::vector<std::byte> indexed_book_file(const ValuedBook& lines, const GameModule& game);
// That of the two which the name of the file wants.
std::vector<std::byte> valued_book_file_for(const std::string& path, const ValuedBook& lines,
                                            const GameModule& game);

// The file of a book with lines, unpacked; empty for other files. Throws Failure if the file cannot be read.
std::optional<std::string> file_with_lines(const std::string& name);

// --from POSITION
void add_from_option(CommandLine app, std::string& position);

// The book of moves with weights in an EPD (booksearch/books/move_book_epd.h). Throws Failure, with the line.
MoveBook read_epd_book(const std::string& path);
inline constexpr const char* kEpd = "epd";  // as options name the format

}  // namespace tabiya::tools
