// Noughts and crosses: a game of 5,478 positions that is drawn, and in which most positions are reached in several ways.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/book/book_walk.h"

namespace tabiya::booksearch::test {

class TicTacToe final : public BookWalk {
 public:
  std::unique_ptr<BookWalk> clone() const override { return std::make_unique<TicTacToe>(*this); }
  Status go_to(std::string_view) override { return unsupported("it has no notation"); }
  PositionKey key() const override { return PositionKey{marks_[0]} << kSquares | marks_[1]; }
  int side_to_move() const override { return side_; }
  std::string text() const override { return std::to_string(key()); }
  std::vector<MoveCode> moves() const override {
    std::vector<MoveCode> moves;
    for (unsigned square = 0; square < kSquares; ++square)
      if (legal(static_cast<MoveCode>(square))) moves.push_back(static_cast<MoveCode>(square));
    return moves;
  }
  std::optional<MoveCode> legal(MoveCode code) const override {
    const bool is_free = code < kSquares && ((marks_[0] | marks_[1]) >> code & 1) == 0;
    return is_free && !is_lost() ? std::optional(code) : std::nullopt;
  }
  Result<MoveCode> read(std::string_view) const override { return unsupported("it has no notation"); }
  MoveText move_text(MoveCode move) const override { return {std::to_string(move), std::to_string(move)}; }
  void play(MoveCode move) override {
    marks_[static_cast<std::size_t>(side_)] |= 1u << move;
    side_ = 1 - side_;
  }

  // The other side has three in a row.
  bool is_lost() const {
    constexpr std::array<unsigned, 8> kRows{0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
    const unsigned theirs = marks_[static_cast<std::size_t>(1 - side_)];
    return std::ranges::any_of(kRows, [&](unsigned row) { return (theirs & row) == row; });
  }

 private:
  static constexpr unsigned kSquares = 9;

  std::array<unsigned, 2> marks_{};
  int side_ = 0;
};

}  // namespace tabiya::booksearch::test
