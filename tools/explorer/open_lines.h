// Books of moves as the page draws them: each position and move with its value and error. Files of books
// of moves with weights, as PolyGlot has them, and of indexed books know positions by their keys alone, so the page shows the
// positions that moves lead to from a start.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
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

// A book of moves with weights, or an indexed book of moves.
// For the book, summary() has `unreached`: the number of its moves to which no way from the start leads; null,
// as `positions` is, where the book is searched in its file: then positions are found when somebody comes to them. For
// a move, node() has `weight`, and `share`, of the weights of its position; both are null for a move between
// two positions of the book that it does not have, which are looked for where the book has no move. Of an indexed book,
// `links` is null, and positions and moves have `value` and `error`; their `visits` are null.
class OpenWeights final : public OpenMoves {
 public:
  // `from`: as LoadedMoveBook::starts() has it. Throws Failure if the book has no moves there.
  OpenWeights(std::string name, const LoadedMoveBook& loaded, const std::string& from);

  // Positions that were found until now.
  std::size_t size() const override;

 private:
  struct Move {
    MoveCode move = 0;
    std::optional<LineNode> to;  // nothing where it leads out of an indexed book
    std::optional<std::uint64_t> weight{};
    double share = 0;
    std::optional<LineValue> value{};  // in an indexed book
  };
  struct Position {
    LineNode parent = 0;  // on the shortest way; itself at the start
    MoveCode move = 0;    // that leads here from there
    bool is_expanded = false;
    std::vector<Move> moves{};
    std::vector<LineNode> parents{};
  };

  // These are for who holds the mutex.
  LineNode add(PositionKey key, LineNode parent, MoveCode move) const;
  const Position& expanded(LineNode node) const;
  std::vector<Move> moves_in(const BookWalk& walk) const;
  std::vector<MoveCode> path_to(LineNode node) const;

  Json known_of_book() const override;
  Json known_of_position(LineNode node) const override;
  std::vector<OpenMove> moves_of(LineNode node) const override;
  std::vector<LineNode> parents_of(LineNode node) const override;
  std::optional<OpenMove> best_of(LineNode node) const override;
  std::unique_ptr<BookWalk> start_of(LineNode) const override { return start_->clone(); }
  std::vector<MoveCode> moves_to(LineNode node) const override;
  std::vector<LineNode> way_to(LineNode node) const override;
  std::optional<LineNode> find_key(PositionKey key) const override;

  const BookMoves book_;
  std::unique_ptr<BookWalk> start_;
  std::optional<std::size_t> links_{};       // moves of the book that were reached, once all were looked for
  mutable std::mutex mutex_;                 // of what follows
  mutable std::vector<Position> positions_;  // the start is the first
  mutable std::unordered_map<PositionKey, LineNode> nodes_;
};

}  // namespace tabiya::tools
