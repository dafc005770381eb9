// Books of lines as the page draws them: positions by their numbers, each with its moves and what is known of them.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/book/line_book.h"
#include "core/book/line_paths.h"
#include "core/games/game_module.h"
#include "tools/books/move_book_input.h"
#include "tools/cli/json.h"

namespace tabiya::tools {

class OpenLines {
 public:
  // `loaded`: of lines. `name`: as the command line has it.
  OpenLines(std::string name, LoadedMoveBook loaded);

  const std::string& name() const { return name_; }
  const GameModule& game() const { return *game_; }
  std::size_t size() const { return lines_->size(); }

  // name, game, positions, links (moves in the book), judge, search_error, starts: the positions in which lines begin; next:
  // those whose best move outside the book would come into it next, by the costs of expansion that jobs have by default. Both
  // lists, of some at most, hold the number of the position (`at`) and its `line`.
  Json summary() const;

  // A position: what position_json() has of it, with `value` and `error` for the side to move; `way`: the positions that lead
  // there, the first one first; `others`: from which other positions a move leads there; `visits`: how often it comes up in a
  // game; `next`: its place in the list above, or null. `moves`: those of which something is known, the best first, each with
  // `value` and `error` for its side, `at`, the position behind it, with its `visits` and the `line` that goes on from there;
  // `at` is null for the move outside the book.
  Json node(LineNode node) const;

  // The number of a position, whatever its clocks say.
  std::optional<LineNode> find(const std::string& position) const;

 private:
  Json place(LineNode node) const;
  std::vector<LineNode> way_to(LineNode node) const;
  std::string best_line(LineNode node) const;

  std::string name_;
  const GameModule* game_;
  std::shared_ptr<const LineBook> lines_;
  LinePaths paths_;
  std::vector<double> visits_;
  std::vector<LineNode> next_;
  std::vector<std::vector<LineNode>> parents_;  // by position
};

}  // namespace tabiya::tools
