// The shortest ways to the positions of a book of moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "codec/result.h"
#include "core/book/book_walk.h"
#include "core/book/valued_book.h"

namespace tabiya {

class BookPaths {
 public:
  explicit BookPaths(const ValuedBook& book);

  // The nearest root, by its place among roots(); the first of equally near ones.
  std::size_t root_of(BookNode node) const { return steps_[node].root; }
  int plies_to(BookNode node) const { return steps_[node].plies; }
  std::vector<MoveCode> moves_to(BookNode node) const;
  // Positions by their plies, those of the roots first.
  const std::vector<BookNode>& order() const { return order_; }

  // `walk`: of the game. Errors: those of BookWalk::go_to().
  Result<std::unique_ptr<BookWalk>> position(BookNode node, const BookWalk& walk) const;

 private:
  struct Step {
    std::uint32_t root = 0;
    BookNode parent = 0;  // itself at a root
    MoveCode move = 0;
    int plies = -1;
  };

  const ValuedBook& book_;
  std::vector<Step> steps_;
  std::vector<BookNode> order_;
};

// A position whose value is not what its moves are worth.
struct ValueFinding {
  BookNode node = 0;
  BookValue expected{};
};

// All of them, in their order; none for a sound book. Errors may differ by two steps, since they are rounded.
std::vector<ValueFinding> verify_values(const ValuedBook& book);

}  // namespace tabiya
