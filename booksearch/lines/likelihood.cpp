#include "booksearch/lines/likelihood.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tabiya::booksearch {
namespace {

constexpr double kHalfAsLikely = 1'000;  // a loss of 0.1 logit

}  // namespace

PlayedMoves::PlayedMoves(const Likelihood& likelihood, PositionKey key)
    : likelihood_(likelihood),
      moves_(likelihood.games->find(key)),
      total_(static_cast<double>(total_weight(moves_))) {}

double PlayedMoves::share_of(MoveCode move, double loss) const {
  const auto played = std::ranges::find(moves_, move, &BookMove::move);
  const double count = played == moves_.end() ? 0 : static_cast<double>(played->weight);
  const double expected = likelihood_.smoothing * std::exp2(-1 - loss / kHalfAsLikely);
  // Nothing is impossible, so that the cost of a move is finite.
  constexpr double kLeast = 1e-9;
  return std::max((count + expected) / std::max(total_ + likelihood_.smoothing, kLeast), kLeast);
}

std::vector<MoveCode> PlayedMoves::frequent() const {
  std::vector<BookMove> kept;
  for (const BookMove& move : moves_)
    if (move.weight > 0 && static_cast<double>(move.weight) >= likelihood_.floor * total_)
      kept.push_back(move);
  std::ranges::stable_sort(kept, std::greater(), &BookMove::weight);
  std::vector<MoveCode> codes;
  for (const BookMove& move : kept) codes.push_back(move.move);
  return codes;
}

}  // namespace tabiya::booksearch
