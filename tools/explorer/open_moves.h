// Books of moves as the page draws them: positions by their numbers, each with its moves and the facts about
// them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/book/book_graph.h"
#include "core/book/book_walk.h"
#include "core/game/game_module.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

// A move of a position of the book.
struct OpenMove {
  MoveCode move = 0;
  std::optional<BookNode> to;  // the position behind it, if that is in the book
  Json known;                  // what the book knows of the move, by its fields
};

// The key of a position as text, whatever its clocks say; nothing where books of moves cannot know it.
std::optional<PositionKey> position_key(const GameModule& game, const std::string& position);

class OpenMoves {
 public:
  // `name`: as the command line has it.
  OpenMoves(std::string name, const GameModule& game) : name_(std::move(name)), game_(&game) {}
  virtual ~OpenMoves() = default;

  const std::string& name() const { return name_; }
  const GameModule& game() const { return *game_; }
  virtual std::size_t size() const = 0;

  // The book: name, game, positions, links (moves in the book); starts: the positions in which the book
  // begins, at most kMostListed, each with its number (`at`) and its `line`; next: the positions to look at
  // next; and the facts that the kind of book has about itself.
  Json summary() const;

  // A position: the fields of position_json(); `way`: the positions that lead there, the first one first;
  // `others`: the other positions from which a move leads there; `moves`: the known moves, the best first,
  // each with `at`, the position behind it (null: not in the book), the `line` that goes on from there, and
  // the book's facts about it; and the book's facts about the position.
  Json node(BookNode node) const;

  PositionKey key(BookNode node) const;

  // The number of a position, whatever its clocks say.
  std::optional<BookNode> find(const std::string& position) const;

 protected:
  static constexpr std::size_t kMostListed = 100;  // starts

  // A position as lists show it.
  Json place(BookNode node) const;

 private:
  virtual Json known_of_book() const = 0;
  virtual Json known_of_position(BookNode node) const = 0;
  virtual std::vector<OpenMove> moves_of(BookNode node) const = 0;
  virtual std::vector<BookNode> parents_of(BookNode node) const = 0;
  // The move with which play continues, if it leads to a position of the book.
  virtual std::optional<OpenMove> best_of(BookNode node) const = 0;
  // The shortest way to a position: the position in which it begins, and its moves.
  virtual std::unique_ptr<BookWalk> start_of(BookNode node) const = 0;
  virtual std::vector<MoveCode> moves_to(BookNode node) const = 0;
  virtual std::vector<BookNode> way_to(BookNode node) const = 0;
  virtual std::optional<BookNode> find_key(PositionKey key) const = 0;

  std::string best_line(BookNode node, BookWalk& walk) const;

  std::string name_;
  const GameModule* game_;
};

}  // namespace tabiya::tools
