// Books of moves as EPD: one position a line, with its moves in the order of the book and their weights:
// "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; weight 30 10;".
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "booksearch/books/book_moves.h"
#include "booksearch/books/book_tour.h"
#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/move_book.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct EpdText {
  std::string text;
  std::size_t moves = 0;  // in it: those that are reached, and are legal
};

// The moves that are reached from `starts`, in the order of a tour. Errors: those of BookMoves.
Result<EpdText> epd_of(const BookMoves& book, const TourStarts& starts);

// Reads a book from the lines of an EPD. Without `weight`, each move weighs 1; repeated moves are added up. Other operations
// are passed over.
class EpdBookReader {
 public:
  // `game`: one whose books PolyGlot's format holds.
  explicit EpdBookReader(const GameModule& game) : game_(game), walk_(game.make_book_walk()) {}

  // Errors: kInvalid, with the offset where one can be told.
  Status read(std::string_view line);
  bool is_empty() const { return book_.moves.empty(); }
  MoveBook finish() const { return merge_move_books(book_, {}); }  // sorted

 private:
  const GameModule& game_;
  const std::unique_ptr<BookWalk> walk_;
  MoveBook book_;
};

}  // namespace tabiya::booksearch
