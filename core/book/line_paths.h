// The shortest ways to the positions of a book of moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/line_book.h"

namespace tabiya {

class LinePaths {
 public:
  explicit LinePaths(const LineBook& book);

  // The nearest root, by its place among roots(); the first of equally near ones.
  std::size_t root_of(LineNode node) const { return steps_[node].root; }
  int plies_to(LineNode node) const { return steps_[node].plies; }
  std::vector<MoveCode> moves_to(LineNode node) const;
  // Positions by their plies, those of the roots first.
  const std::vector<LineNode>& order() const { return order_; }

  // `walk`: of the game. Errors: those of BookWalk::go_to().
  Result<std::unique_ptr<BookWalk>> position(LineNode node, const BookWalk& walk) const;

 private:
  struct Step {
    std::uint32_t root = 0;
    LineNode parent = 0;  // itself at a root
    MoveCode move = 0;
    int plies = -1;
  };

  const LineBook& book_;
  std::vector<Step> steps_;
  std::vector<LineNode> order_;
};

// A position whose value is not what its moves are worth.
struct LineFinding {
  LineNode node = 0;
  LineValue expected{};
};

// All of them, in their order; none for a sound book. Errors may differ by two steps, since they are rounded.
std::vector<LineFinding> verify_lines(const LineBook& book);

}  // namespace tabiya
