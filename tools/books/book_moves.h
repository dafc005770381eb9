// The moves of a book, wherever they are.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "core/book/move_book.h"
#include "core/book/polyglot_file.h"

namespace tabiya::tools {

// The largest book that is read as a whole, in bytes: 64 million moves.
inline constexpr std::size_t kMaxMoveBook = std::size_t{1} << 30;

// They are in memory, or in a file in PolyGlot's format that is searched where it stands. Copies share
// them.
class BookMoves {
 public:
  BookMoves(MoveBook book);
  BookMoves(const std::string& path, PolyglotFile file);

  bool is_in_file() const { return file_ != nullptr; }
  std::size_t size() const;
  // The moves of a position, from any thread. Throws Failure for a damaged file.
  std::vector<BookMove> find(PositionKey key) const;
  // All moves; a file is read as a whole when they are first wanted. Throws Failure.
  const MoveBook& all() const;

 private:
  struct InFile;
  std::shared_ptr<InFile> file_{};  // null: in memory
  std::shared_ptr<const MoveBook> book_{};
};

// What to do about a file in PolyGlot's format that is damaged.
inline constexpr const char* kMendIt =
    "a book in PolyGlot's format has entries of 16 bytes by ascending key; `tabiya book merge FILE --fix` mends it";

}  // namespace tabiya::tools
