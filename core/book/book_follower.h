// The moves that a player makes from a book of moves: with values (valued_book.h), or with weights (move_book.h).
//
// With values, the best move is the one that is most surely good: the one with the greatest lower
// bound, a standard error below its value. Others are chosen for variety, as setups are, by how far their
// lower bounds fall behind. With weights, the best one is the heaviest, and a move falls behind by 100
// times the logarithm of how many times lighter it is: with a variety of 100 the chances are as the weights,
// with 50 as their squares.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/book/move_book.h"
#include "core/book/valued_book.h"
#include "core/book/variety.h"
#include "core/random.h"

namespace tabiya {

// A move that a player may make.
struct FollowedMove {
  MoveCode move = 0;
  std::optional<BookValue> value{};  // for the side that plays it; none in a book of moves
  std::uint64_t weight = 0;          // in a book of moves
  double loss = 0;                   // against the best one, logit x 10,000
  double probability = 0;

  friend bool operator==(const FollowedMove&, const FollowedMove&) = default;
};

// The moves that a player may make in a position, with probabilities that sum up to 1; the best first. None where the game is
// over, and where no move has a weight.
std::vector<FollowedMove> followed_moves(const ValuedBook& book, BookNode node,
                                         const OpeningOptions& options);
std::vector<FollowedMove> followed_moves(std::span<const BookChoice> choices, const OpeningOptions& options);
std::vector<FollowedMove> followed_moves(std::span<const BookMove> moves, const OpeningOptions& options);

// The book that a player follows: one of these at most.
struct FollowedBook {
  const ValuedBook* lines = nullptr;
  // Both look a position up by its text: `moves` in a book of moves without values, `known` in an indexed book.
  std::function<std::vector<BookMove>(const std::string& position)> moves{};
  std::function<std::optional<KnownPosition>(const std::string& position)> known{};

  explicit operator bool() const { return lines != nullptr || moves != nullptr || known != nullptr; }
};

class BookFollower {
 public:
  // The book that `book` refers to outlives this.
  BookFollower(const FollowedBook& book, const OpeningOptions& options)
      : book_(book), options_(options), random_(options.seed) {
    if (book.lines != nullptr) nodes_behind_ = nodes_behind(*book.lines);
  }

  // The move to play in a position; nothing where the book does not know it, and where its lines were searched less than the
  // player would search: `own_nodes`, 0 where nobody knows how many these are. `text`: of the position; where it is missing,
  // only a ValuedBook is asked.
  std::optional<FollowedMove> choose(PositionKey key, double own_nodes = 0,
                                     const std::function<std::string()>& text = {});

 private:
  std::vector<FollowedMove> moves(PositionKey key, double own_nodes,
                                  const std::function<std::string()>& text) const;

  const FollowedBook book_;
  const OpeningOptions options_;
  std::vector<double> nodes_behind_;  // of the lines
  Random random_;
};

}  // namespace tabiya
