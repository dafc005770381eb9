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

#include "core/book/book_paths.h"
#include "core/book/valued_book.h"
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
  Json known_of_position(BookNode node) const override;
  std::vector<OpenMove> moves_of(BookNode node) const override;
  std::vector<BookNode> parents_of(BookNode node) const override { return parents_[node]; }
  std::optional<OpenMove> best_of(BookNode node) const override;
  std::unique_ptr<BookWalk> start_of(BookNode node) const override;
  std::vector<MoveCode> moves_to(BookNode node) const override { return paths_.moves_to(node); }
  std::vector<BookNode> way_to(BookNode node) const override;
  std::optional<BookNode> find_key(PositionKey key) const override { return lines_->find(key); }

  std::shared_ptr<const ValuedBook> lines_;
  BookPaths paths_;
  std::vector<double> visits_;
  std::vector<BookNode> next_;
  std::vector<std::vector<BookNode>> parents_;  // by position
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
    std::optional<BookNode> to;  // nothing where it leads out of an indexed book
    std::optional<std::uint64_t> weight{};
    double share = 0;
    std::optional<BookValue> value{};  // in an indexed book
  };
  struct Position {
    BookNode parent = 0;  // on the shortest way; itself at the start
    MoveCode move = 0;    // that leads here from there
    bool is_expanded = false;
    std::vector<Move> moves{};
    std::vector<BookNode> parents{};
  };

  // These are for who holds the mutex.
  BookNode add(PositionKey key, BookNode parent, MoveCode move) const;
  const Position& expanded(BookNode node) const;
  std::vector<Move> moves_in(const BookWalk& walk) const;
  std::vector<MoveCode> path_to(BookNode node) const;

  Json known_of_book() const override;
  Json known_of_position(BookNode node) const override;
  std::vector<OpenMove> moves_of(BookNode node) const override;
  std::vector<BookNode> parents_of(BookNode node) const override;
  std::optional<OpenMove> best_of(BookNode node) const override;
  std::unique_ptr<BookWalk> start_of(BookNode) const override { return start_->clone(); }
  std::vector<MoveCode> moves_to(BookNode node) const override;
  std::vector<BookNode> way_to(BookNode node) const override;
  std::optional<BookNode> find_key(PositionKey key) const override;

  const BookMoves book_;
  std::unique_ptr<BookWalk> start_;
  std::optional<std::size_t> links_{};       // moves of the book that were reached, once all were looked for
  mutable std::mutex mutex_;                 // of what follows
  mutable std::vector<Position> positions_;  // the start is the first
  mutable std::unordered_map<PositionKey, BookNode> nodes_;
};

}  // namespace tabiya::tools
