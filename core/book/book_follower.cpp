#include "core/book/book_follower.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace tabiya {
namespace {

Score lower_bound_of(const BookValue& value) { return value.value - value.error; }

}  // namespace

std::vector<FollowedMove> followed_moves(const ValuedBook& book, BookNode node,
                                         const OpeningOptions& options) {
  return followed_moves(book_choices(book, node), options);
}

std::vector<FollowedMove> followed_moves(std::span<const BookChoice> choices, const OpeningOptions& options) {
  std::vector<FollowedMove> moves;
  for (const BookChoice& choice : choices) moves.push_back({.move = choice.move, .value = choice.value});
  if (moves.empty()) return moves;
  std::ranges::stable_sort(moves, std::ranges::greater(),
                           [](const FollowedMove& move) { return lower_bound_of(*move.value); });
  const Score best = lower_bound_of(*moves[0].value);
  for (FollowedMove& move : moves) move.loss = best - lower_bound_of(*move.value);
  vary(moves, options);
  return moves;
}

std::vector<FollowedMove> followed_moves(std::span<const BookMove> known, const OpeningOptions& options) {
  constexpr double kLossOfAnEth = 100;  // logit x 10,000
  std::vector<FollowedMove> moves;
  for (const BookMove& move : known)
    if (move.weight > 0) moves.push_back({.move = move.move, .weight = move.weight});
  if (moves.empty()) return moves;
  std::ranges::stable_sort(moves, std::ranges::greater(), &FollowedMove::weight);
  const auto heaviest = static_cast<double>(moves[0].weight);
  for (FollowedMove& move : moves)
    move.loss = kLossOfAnEth * std::log(heaviest / static_cast<double>(move.weight));
  vary(moves, options);
  return moves;
}

std::vector<FollowedMove> BookFollower::moves(PositionKey key, double own_nodes,
                                              const std::function<std::string()>& text) const {
  if (book_.moves != nullptr && text) return followed_moves(book_.moves(text()), options_);
  if (book_.known != nullptr && text) {
    const std::optional<KnownPosition> known = book_.known(text());
    if (!known) return {};
    const bool is_shallow =
        known->effort != kUnknownEffort && options_.lines_margin * nodes_of(known->effort) < own_nodes;
    return is_shallow ? std::vector<FollowedMove>{} : followed_moves(known->choices, options_);
  }
  if (book_.lines == nullptr) return {};
  const auto node = book_.lines->find(key);
  if (!node || options_.lines_margin * nodes_behind_[*node] < own_nodes) return {};
  return followed_moves(*book_.lines, *node, options_);
}

std::optional<FollowedMove> BookFollower::choose(PositionKey key, double own_nodes,
                                                 const std::function<std::string()>& text) {
  const std::vector<FollowedMove> choices = moves(key, own_nodes, text);
  if (choices.empty()) return std::nullopt;
  return draw(choices, random_);
}

}  // namespace tabiya
