// The books that a UCI session plays from, instead of a search.
//
// The first book answers up to its depth; where it knows no move, the second does, up to its own. Moves with
// weight 0 are in a book as known moves, and are not played. In a position that has occurred before in the
// game, a book would repeat its move, so there the engine searches.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "core/book/book_walk.h"
#include "core/book/move_book.h"
#include "core/random.h"
#include "tools/books/move_book_input.h"
#include "tools/uci_server/go_command.h"

namespace tabiya::tools {

struct BookLimits {
  std::array<int, 2> depth{};  // of either book: it answers as long as fewer plies than these were played
  int variety = 0;             // 0 … 100: chances are as the (100 / variety)-th power of the weights
};

struct BookAnswer {
  std::vector<MoveText> line;  // the move, and the reply that the book expects, where it knows one
  std::string origin;          // for people: "e4 of gm.bin, weight 30 of 41"
};

class OwnBooks {
 public:
  explicit OwnBooks(std::uint64_t seed) : random_(seed) {}

  // Reads the first book (0) or the second (1); an empty path stands for none. Throws Failure; the book then
  // stays as it was.
  void load(std::size_t which, const std::string& path);

  // The books' move at the end of a game; empty if no book knows one. `note` is told once of a book of another game.
  std::optional<BookAnswer> answer(const GameModule& game, const GameSoFar& so_far, const BookLimits& limits,
                                   const std::function<void(const std::string&)>& note);

 private:
  bool is_of(const GameModule& game, std::size_t which, const std::function<void(const std::string&)>& note);

  std::array<std::optional<LoadedMoveBook>, 2> books_;
  std::array<bool, 2> is_told_{};  // that the book is of another game
  Random random_;
};

}  // namespace tabiya::tools
