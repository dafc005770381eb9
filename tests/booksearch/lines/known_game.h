// A game whose truth is found out by looking at all of it, and judges who see it through noise.
#pragma once

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>
#include <vector>

#include "booksearch/lines/move_judge.h"
#include "booksearch/work/control.h"
#include "core/book/book_walk.h"
#include "core/random.h"
#include "tests/booksearch/lines/random_tree.h"

namespace tabiya::booksearch::test {

inline constexpr Score kWorthOfWin = 4'000;

// No position may come again in it.
class KnownGame {
 public:
  // `ended`: what a position without moves is worth for the side to move.
  KnownGame(std::unique_ptr<BookWalk> root, std::function<Score(const BookWalk&)> ended)
      : root_(std::move(root)), ended_(std::move(ended)) {}

  const BookWalk& root() const { return *root_; }
  std::size_t size() const { return values_.size(); }

  // For the side to move, when both sides play the best moves.
  Score value(const BookWalk& walk) const {
    const auto known = values_.find(walk.key());
    if (known != values_.end()) return known->second;
    const std::vector<MoveCode> moves = walk.moves();
    Score best = moves.empty() ? ended_(walk) : -kInfiniteScore;
    for (const MoveCode move : moves) best = std::max(best, -value(*after(walk, move)));
    values_.emplace(walk.key(), best);
    return best;
  }

  static std::unique_ptr<BookWalk> after(const BookWalk& walk, MoveCode move) {
    std::unique_ptr<BookWalk> next = walk.clone();
    next->play(move);
    return next;
  }

 private:
  const std::unique_ptr<BookWalk> root_;
  const std::function<Score(const BookWalk&)> ended_;
  mutable std::unordered_map<PositionKey, Score> values_;
};

// What a solver says of a value.
inline Score proof_of(Score value) {
  if (value == kDrawScore) return kDrawScore;
  return value > 0 ? win_in(1) : loss_in(0);
}

// Sees each move with an error of its own, of the standard deviation `noise`, and names the best one that it sees. With the
// chance `proofs` it proves the answer instead.
class NoisyOnlooker {
 public:
  NoisyOnlooker(const KnownGame& game, double noise, double proofs, std::uint64_t seed)
      : game_(game), noise_(noise), proofs_(proofs), seed_(seed) {}

  Result<MoveAnswer> operator()(const MoveQuestion& question, const Control& = {}) const {
    std::unique_ptr<BookWalk> walk = game_.root().clone();
    for (const MoveCode move : question.moves) walk->play(move);
    const std::vector<MoveCode> moves = walk->moves();
    if (moves.empty()) return MoveAnswer{{}, {stated(game_.value(*walk)), true}, 0, 1};
    const std::uint64_t chance = Random(walk->key() ^ seed_ ^ question.excluded.size()).next();
    const bool proves = static_cast<double>(chance >> 11) * 0x1p-53 < proofs_;
    MoveAnswer answer{{}, {-kInfiniteScore, proves}, 1, 1};
    for (const MoveCode move : moves) {
      if (std::ranges::find(question.excluded, move) != question.excluded.end()) continue;
      const auto next = KnownGame::after(*walk, move);
      const Score truth = -game_.value(*next);
      const double error = noise_ * normal(Random(next->key()).next() ^ seed_);
      const Score seen = proves ? stated(truth) : static_cast<Score>(std::lround(truth + error));
      if (seen <= answer.score.score) continue;
      answer.move = move;
      answer.score.score = seen;
    }
    return answer;
  }

 private:
  // Who proves nothing keeps to the values of the game, also where it is over.
  Score stated(Score truth) const { return proofs_ > 0 ? proof_of(truth) : truth; }

  const KnownGame& game_;
  const double noise_, proofs_;
  const std::uint64_t seed_;
};

}  // namespace tabiya::booksearch::test
