// The moves of a book, wherever they are.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/indexed_book.h"
#include "core/book/move_book.h"
#include "core/book/polyglot_file.h"

namespace tabiya::booksearch {

// The largest book that is read as a whole, in bytes: 64 million moves.
inline constexpr std::size_t kMaxMoveBook = std::size_t{1} << 30;

// They are in memory, or in a file that is searched where it stands: in PolyGlot's format, or an indexed book of moves. Copies
// share them. Errors of all members name the file: kIo; kCorrupt for a damaged one.
class BookMoves {
 public:
  // `lines`: whose moves these are; null for a book with weights alone.
  BookMoves(MoveBook book, std::shared_ptr<const ValuedBook> lines = nullptr);
  BookMoves(const std::string& path, PolyglotFile file);
  BookMoves(const std::string& path, IndexedBook file);

  bool is_in_file() const;
  const IndexedBook* indexed() const;  // null for another kind of book
  std::size_t size() const;            // of an indexed book: its positions
  // The moves of a position with weights, which those of lines have by their values, from any thread.
  Result<std::vector<BookMove>> find(const BookWalk& walk) const;
  // The knowledge of lines about a position; nothing where they do not know it, and in a book with weights alone.
  Result<std::optional<KnownPosition>> known(const BookWalk& walk) const;
  // All moves, which live as long as this or a copy; a file is read as a whole when they are first wanted, once.
  // Errors besides: kTooLarge; kUnsupported for an indexed book.
  Result<const MoveBook*> all() const;

  struct Source;

 private:
  std::shared_ptr<const Source> source_;
};

// The remedies for a damaged file in PolyGlot's format, and for a damaged indexed book.
inline constexpr const char* kMendIt =
    "a book in PolyGlot's format has entries of 16 bytes by ascending key; `tabiya book merge FILE --fix` mends it";
inline constexpr const char* kIndexAgain =
    "take another copy, or make it again: `tabiya book export BOOK.tbk --to tbi --out FILE.tbi`";

}  // namespace tabiya::booksearch
