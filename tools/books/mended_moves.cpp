#include "tools/books/mended_moves.h"

#include <algorithm>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "codec/text.h"
#include "core/book/polyglot_file.h"
#include "tools/books/book_moves.h"
#include "tools/books/book_tour.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/input.h"

namespace tabiya::tools {
namespace {

std::size_t count_out_of_order(const std::vector<BookMove>& moves) {
  std::size_t count = 0;
  PositionKey greatest = 0;
  for (const BookMove& move : moves) {
    count += move.key < greatest;
    greatest = std::max(greatest, move.key);
  }
  return count;
}

}  // namespace

MendedMoves mended_moves(const std::string& path) {
  const std::string file = read_input(path, kMaxMoveBook);
  MoveBook all = polyglot_entries(std::as_bytes(std::span(file)));
  MendedMoves mended{
      .book = {}, .out_of_order = count_out_of_order(all.moves), .cut_bytes = file.size() % kPolyglotEntry};
  sort_moves(all);
  TourStarts starts;
  starts.push_back(game_of_move_books().make_book_walk());
  const PlayableMoves playable = playable_moves(all, starts);
  std::set<std::pair<PositionKey, MoveCode>> seen;
  for (const BookMove& move : all.moves) {
    const bool is_new = seen.emplace(move.key, move.move).second;
    const bool is_illegal = playable.is_illegal(move);
    mended.repeated += !is_new;
    mended.illegal += is_new && is_illegal;
    if (is_new && !is_illegal) mended.book.moves.push_back(move);
  }
  return mended;
}

std::string describe(const MendedMoves& mended) {
  std::string text =
      fmt::format("{} out of order, {} and {} left out", counted(mended.out_of_order, "entry"),
                  counted(mended.illegal, "illegal move"), counted(mended.repeated, "repeated move"));
  if (mended.cut_bytes > 0)
    text += fmt::format(", and the {} of a part of an entry", counted(mended.cut_bytes, "byte"));
  return text;
}

}  // namespace tabiya::tools
