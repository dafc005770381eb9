// Games whose truth is known: trees of random numbers, after the incremental trees of Kocsis and Szepesvári ("Bandit based
// Monte-Carlo planning", ECML 2006), and a judge who sees their values through noise.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <unordered_map>
#include <utility>
#include <vector>

#include "booksearch/lines/growth.h"
#include "booksearch/lines/move_judge.h"
#include "booksearch/work/judge_pool.h"
#include "core/book/book_walk.h"
#include "core/random.h"

namespace tabiya::booksearch::test {

// A standard normal number, by the method of Box and Muller.
inline double normal(std::uint64_t seed) {
  Random random(seed);
  const auto uniform = [&] { return (static_cast<double>(random.next() >> 11) + 0.5) * 0x1p-53; };
  const double radius = std::sqrt(-2 * std::log(uniform()));
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

// Every position has `width` moves; the game is over after `plies`. A move changes the value of the game by a normal number
// of standard deviation `spread`; the sum is what the game is worth for the side that began.
class RandomTree {
 public:
  struct Node {
    std::uint64_t key = 0;
    int ply = 0;
    double sum = 0;  // so far, logit x 10,000
  };

  RandomTree(std::uint64_t seed, int width, int plies, double spread = 2'000)
      : seed_(seed), width_(width), plies_(plies), spread_(spread) {}

  Node root() const { return {Random(seed_).next(), 0, 0}; }
  int width(const Node& node) const { return node.ply < plies_ ? width_ : 0; }
  Node after(const Node& node, int move) const {
    const std::uint64_t key = Random(node.key + static_cast<std::uint64_t>(move) + 1).next();
    return {key, node.ply + 1, node.sum + spread_ * normal(key)};
  }

  // For the side to move, when both sides play the best moves.
  Score value(const Node& node) const {
    if (width(node) == 0) return static_cast<Score>(node.ply % 2 == 0 ? node.sum : -node.sum);
    const auto known = values_.find(node.key);
    if (known != values_.end()) return known->second;
    Score best = -kInfiniteScore;
    for (int move = 0; move < width_; ++move) best = std::max(best, -value(after(node, move)));
    values_.emplace(node.key, best);
    return best;
  }

 private:
  const std::uint64_t seed_;
  const int width_, plies_;
  const double spread_;
  mutable std::unordered_map<std::uint64_t, Score> values_;
};

class TreeWalk final : public BookWalk {
 public:
  explicit TreeWalk(const RandomTree& tree) : tree_(tree), node_(tree.root()) {}

  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<TreeWalk>(*this); }
  Status go_to(std::string_view) override {
    node_ = tree_.root();  // the only position with a name
    return ok_status();
  }
  PositionKey key() const override { return node_.key; }
  int side_to_move() const override { return node_.ply % 2; }
  std::string text() const override { return std::to_string(node_.key); }
  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> moves;
    for (int move = 0; move < tree_.width(node_); ++move) moves.push_back(static_cast<MoveCode>(move));
    return moves;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    return code < tree_.width(node_) ? std::optional(code) : std::nullopt;
  }
  Result<MoveCode> read(std::string_view) const override { return unsupported("a tree has no notation"); }
  MoveText move_text(MoveCode move) const override { return {std::to_string(move), std::to_string(move)}; }
  void play(MoveCode move) override { node_ = tree_.after(node_, move); }

  const RandomTree::Node& node() const { return node_; }

 private:
  const RandomTree& tree_;
  RandomTree::Node node_;
};

// Sees each move of a position with an error of its own, of that standard deviation, and names the best one that it sees.
class NoisyJudge {
 public:
  NoisyJudge(const RandomTree& tree, double noise, std::uint64_t seed)
      : tree_(tree), noise_(noise), seed_(seed) {}

  Result<MoveAnswer> operator()(const MoveQuestion& question, const Control& = {}) const {
    RandomTree::Node node = tree_.root();
    for (const MoveCode move : question.moves) node = tree_.after(node, move);
    return best(node, question.excluded);
  }

  MoveAnswer best(const RandomTree::Node& node, const std::vector<MoveCode>& excluded) const {
    if (tree_.width(node) == 0) return {{}, {tree_.value(node), true}, 0, 1};
    MoveAnswer answer{{}, {-kInfiniteScore, false}, 1, 1};
    for (int move = 0; move < tree_.width(node); ++move) {
      if (std::ranges::find(excluded, static_cast<MoveCode>(move)) != excluded.end()) continue;
      const RandomTree::Node next = tree_.after(node, move);
      const double seen = -tree_.value(next) + noise_ * normal(next.key ^ seed_);
      if (seen <= answer.score.score) continue;
      answer.move = static_cast<MoveCode>(move);
      answer.score.score = static_cast<Score>(std::lround(seen));
    }
    return answer;
  }

 private:
  const RandomTree& tree_;
  const double noise_;
  const std::uint64_t seed_;
};

inline GrowthRoots roots_of(const RandomTree& tree) { return {std::make_shared<TreeWalk>(tree)}; }

// The best move of a position in the book, or outside it; nothing where it is not in the book.
inline std::optional<MoveCode> book_move(const BookGrowth& growth, const TreeWalk& walk) {
  const auto node = growth.graph().find(walk.key());
  if (!node) return std::nullopt;
  return best_move(growth.graph(), *node, growth.values());
}

// A move that is the likelier, the less it loses: half as likely for each 0.07 logit.
inline MoveCode plausible_move(const RandomTree& tree, const RandomTree::Node& node, Random& random) {
  std::vector<double> weights;
  double sum = 0;
  for (int move = 0; move < tree.width(node); ++move) {
    weights.push_back(std::exp((-tree.value(tree.after(node, move)) - tree.value(node)) / 1'000.0));
    sum += weights.back();
  }
  double place = sum * static_cast<double>(random.next() >> 11) * 0x1p-53;
  std::size_t move = 0;
  while (move + 1 < weights.size() && place >= weights[move]) place -= weights[move++];
  return static_cast<MoveCode>(move);
}

// Grows the book to its end, or until `is_enough`.
inline Status grow(
    BookGrowth& growth, const JudgeOf<MoveQuestion>& judge,
    const std::function<bool()>& is_enough = [] { return false; }) {
  while (!growth.questions().empty() && (growth.graph().size() == 0 || !is_enough())) {
    std::vector<MoveAnswer> answers;
    for (const MoveQuestion& question : growth.questions()) {
      const Result<MoveAnswer> answer = judge(question, {});
      if (!answer) return answer.error();
      answers.push_back(*answer);
    }
    if (const Status status = growth.take(answers); !status) return status;
  }
  return ok_status();
}

}  // namespace tabiya::booksearch::test
