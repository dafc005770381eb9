// A game in which most positions are reached in many ways: the sides take one to three stones in turn, and who takes the last
// one wins. Bouton solved games of its kind (Annals of Mathematics 3, 1901): multiples of four are lost for the side to move.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "booksearch/lines/move_judge.h"
#include "booksearch/work/control.h"
#include "core/book/book_walk.h"

namespace tabiya::booksearch::test {

class TakeAway final : public BookWalk {
 public:
  explicit TakeAway(int stones) : stones_(stones) {}

  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<TakeAway>(*this); }
  Status go_to(std::string_view) override { return unsupported("it has no notation"); }
  PositionKey key() const override { return static_cast<PositionKey>(2 * stones_ + side_); }
  int side_to_move() const override { return side_; }
  std::string text() const override { return std::to_string(stones_); }
  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> moves;
    for (int taken = 1; taken <= std::min(3, stones_); ++taken) moves.push_back(static_cast<MoveCode>(taken));
    return moves;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    return code >= 1 && code <= std::min(3, stones_) ? std::optional(code) : std::nullopt;
  }
  Result<MoveCode> read(std::string_view) const override { return unsupported("it has no notation"); }
  MoveText move_text(MoveCode move) const override { return {std::to_string(move), std::to_string(move)}; }
  void play(MoveCode move) override {
    stones_ -= move;
    side_ = 1 - side_;
  }

 private:
  int stones_;
  int side_ = 0;
};

// Knows nothing but who has won at the end, where a win is worth 1,000.
class TakeAwayJudge {
 public:
  explicit TakeAwayJudge(int stones) : stones_(stones) {}

  Result<MoveAnswer> operator()(const MoveQuestion& question, const Control& = {}) const {
    TakeAway walk(stones_);
    for (const MoveCode move : question.moves) walk.play(move);
    if (walk.moves().empty()) return MoveAnswer{{}, {-1'000, true}, 0, 1};
    for (const MoveCode move : walk.moves())
      if (std::ranges::find(question.excluded, move) == question.excluded.end())
        return MoveAnswer{move, {0, false}, 1, 1};
    return invalid("all moves are excluded");
  }

 private:
  const int stones_;
};

}  // namespace tabiya::booksearch::test
