// Books of lines as the page draws them: each position and move with its value and error.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/book/line_book.h"
#include "core/book/line_paths.h"
#include "tools/books/move_book_input.h"
#include "tools/explorer/open_moves.h"

namespace tabiya::tools {

// For the book, summary() has `judge`, search_error, and in `next` the positions whose best move outside the
// book would come into it next, by the default costs of expansion. For a position, node() has `value` and
// `error` for the side to move; `visits`: how often it comes up in a game; `next`: its place in that list, or
// null. For a move, it has `value` and `error` for its side, and the `visits` of the position behind it. One
// of the moves is the best one outside the book.
class OpenLines final : public OpenMoves {
 public:
  // `loaded`: of lines.
  OpenLines(std::string name, LoadedMoveBook loaded);

  std::size_t size() const override { return lines_->size(); }

 private:
  Json known_of_book() const override;
  Json known_of_position(LineNode node) const override;
  std::vector<OpenMove> moves_of(LineNode node) const override;
  std::vector<LineNode> parents_of(LineNode node) const override { return parents_[node]; }
  std::optional<OpenMove> best_of(LineNode node) const override;
  std::unique_ptr<BookWalk> start_of(LineNode node) const override;
  std::vector<MoveCode> moves_to(LineNode node) const override { return paths_.moves_to(node); }
  std::vector<LineNode> way_to(LineNode node) const override;
  std::optional<LineNode> find_key(PositionKey key) const override { return lines_->find(key); }

  std::shared_ptr<const LineBook> lines_;
  LinePaths paths_;
  std::vector<double> visits_;
  std::vector<LineNode> next_;
  std::vector<std::vector<LineNode>> parents_;  // by position
};

}  // namespace tabiya::tools
