// What a search remembers of quiet moves, to try those first that refuted other positions.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace tabiya {

// Two quiet moves that last refuted positions at this distance from the root.
template <class Move>
struct Killers {
  std::array<Move, 2> moves{};

  void add(Move move) {
    if (moves[0] == move) return;
    moves[1] = moves[0];
    moves[0] = move;
  }
};

// How often a quiet move of one side was best, by the bits of the move. The two sides are told apart by the
// parity of the distance from the root.
class History {
 public:
  static constexpr int kLimit = 1 << 14;  // scores lie in -kLimit … kLimit

  History() : scores_(2 << 16) {}

  void clear() { std::ranges::fill(scores_, std::int16_t{0}); }

  int score(int ply, std::uint16_t move) const { return scores_[index(ply, move)]; }

  // Moves the score by `bonus` (negative: a malus) of at most kLimit, less the nearer it is to the limit.
  void update(int ply, std::uint16_t move, int bonus) {
    std::int16_t& score = scores_[index(ply, move)];
    score = static_cast<std::int16_t>(score + bonus - score * std::abs(bonus) / kLimit);
  }

 private:
  static std::size_t index(int ply, std::uint16_t move) { return std::size_t(ply & 1) << 16 | move; }

  std::vector<std::int16_t> scores_;
};

}  // namespace tabiya
