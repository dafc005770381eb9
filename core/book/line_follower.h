// Which moves a player makes of a book of lines (line_book.h).
//
// The best move is the one of which it is surest that it is good: that of the greatest lower bound, a standard error below its
// value. Others are chosen for variety, as setups are, by how far their lower bounds fall behind.
#pragma once

#include <optional>
#include <vector>

#include "core/book/line_book.h"
#include "core/book/variety.h"
#include "core/random.h"

namespace tabiya {

// Moves that a player may make, with probabilities that sum up to 1; the best first. None in a position where the game is over.
struct FollowedMove {
  LineChoice choice;
  double probability = 0;
  Score loss = 0;  // of its lower bound, against the greatest one; logit x 10,000
};
std::vector<FollowedMove> followed_moves(const LineBook& book, LineNode node, const OpeningOptions& options);

class LineFollower {
 public:
  // `book` outlives this.
  LineFollower(const LineBook& book, const OpeningOptions& options)
      : book_(book), options_(options), random_(options.seed) {}

  // What to play in a position; nothing where the book does not know it.
  std::optional<LineChoice> choose(PositionKey key);

 private:
  const LineBook& book_;
  const OpeningOptions options_;
  Random random_;
};

}  // namespace tabiya
