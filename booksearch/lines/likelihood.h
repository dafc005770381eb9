// How likely people are to play a move: by the games that came to its position, and, where these are few, by what the move
// loses.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "core/book/move_book.h"

namespace tabiya::booksearch {

// The moves of a side, in a book that grows where games go.
struct Likelihood {
  std::shared_ptr<const MoveBook> games{};  // weights: how often moves were played; null: none
  std::array<bool, 2> sides{};              // whose moves come up as often as in the games
  double smoothing = 5;                     // so many games speak for the moves that lose little
  double floor = 0.02;  // moves with a smaller share of the games stay outside, unless they are best

  bool is_for(int side) const { return games != nullptr && sides[static_cast<std::size_t>(side)]; }
};

// The moves of one position as the games have them.
class PlayedMoves {
 public:
  PlayedMoves(const Likelihood& likelihood, PositionKey key);

  // The share of a move that loses `loss` logit x 10,000 against the best one, above 0. The games count as they
  // are; `smoothing` games more are spread as if a move were half as likely for each 0.1 logit that it loses,
  // and the best one came up in half of them.
  double share_of(MoveCode move, double loss) const;

  // The moves of the games whose share is at least the floor, the most frequent first.
  std::vector<MoveCode> frequent() const;

 private:
  const Likelihood& likelihood_;
  std::span<const BookMove> moves_;
  double total_;
};

}  // namespace tabiya::booksearch
