#include "booksearch/books/book_differences.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace tabiya::booksearch {
namespace {

// True if no move of the position is heavier.
bool is_first(MoveCode code, std::span<const BookMove> moves) {
  const BookMove* move = find_move(moves, code);
  return move != nullptr && move->weight == std::ranges::max(moves, {}, &BookMove::weight).weight;
}

bool is_same_share(const BookMove& a, std::span<const BookMove> in_a, const BookMove& b,
                   std::span<const BookMove> in_b) {
  constexpr double kRounding = 1e-4;  // of weights that were scaled
  const auto share = [](const BookMove& move, std::span<const BookMove> moves) {
    const double total = static_cast<double>(total_weight(moves));
    return total > 0 ? static_cast<double>(move.weight) / total : 0;
  };
  return std::abs(share(a, in_a) - share(b, in_b)) < kRounding;
}

std::size_t moves_only_in(const ValuedBook& a, BookNode in_a, const ValuedBook& b, BookNode in_b) {
  return static_cast<std::size_t>(std::ranges::count_if(a.moves(in_a), [&](const BookLink& link) {
    return std::ranges::count(b.moves(in_b), link.move, &BookLink::move) == 0;
  }));
}

std::optional<MoveCode> best_move_of(const ValuedBook& lines, BookNode node) {
  const std::vector<BookChoice> choices = book_choices(lines, node);
  return choices.empty() ? std::nullopt : std::optional(choices[0].move);
}

}  // namespace

const BookMove* find_move(std::span<const BookMove> moves, MoveCode code) {
  const auto found = std::ranges::find(moves, code, &BookMove::move);
  return found == moves.end() ? nullptr : &*found;
}

MoveDifferences compare_moves(const MoveBook& a, const MoveBook& b) {
  MoveDifferences differences;
  for_each_position(a, [&](std::span<const BookMove> in_a) {
    const std::span<const BookMove> in_b = b.find(in_a.front().key);
    if (!in_b.empty()) {
      ++differences.positions;
      differences.first_moves += !is_first(in_a.front().move, in_b);
    }
    for (const BookMove& move : in_a) {
      const BookMove* other = find_move(in_b, move.move);
      differences.only_a += other == nullptr;
      differences.weights += other != nullptr && !is_same_share(move, in_a, *other, in_b);
    }
  });
  for (const BookMove& move : b.moves)
    differences.only_b += find_move(a.find(move.key), move.move) == nullptr;
  return differences;
}

ValueDifferences compare_values(const ValuedBook& a, const ValuedBook& b) {
  ValueDifferences differences;
  std::size_t compared = 0, within = 0;
  for (BookNode in_a = 0; in_a < a.size(); ++in_a) {
    const auto in_b = b.find(a[in_a].key);
    if (!in_b) {
      ++differences.only_a;
      continue;
    }
    ++differences.common;
    differences.moves_only_a += moves_only_in(a, in_a, b, *in_b);
    differences.moves_only_b += moves_only_in(b, *in_b, a, in_a);
    differences.best_moves += best_move_of(a, in_a) != best_move_of(b, *in_b);
    const BookValue &of_a = a[in_a].value, &of_b = b[*in_b].value;
    differences.values += of_a != of_b;
    if (is_proven(of_a.value) || is_proven(of_b.value)) continue;
    const double distance = std::abs(static_cast<double>(of_a.value) - of_b.value);
    differences.mean_distance += (distance - differences.mean_distance) / static_cast<double>(++compared);
    within += distance <= 1.96 * std::hypot(of_a.error, of_b.error);
  }
  differences.only_b = b.size() - differences.common;
  if (compared > 0) differences.within = static_cast<double>(within) / static_cast<double>(compared);
  return differences;
}

}  // namespace tabiya::booksearch
