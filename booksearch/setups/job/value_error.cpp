#include "booksearch/setups/job/value_error.h"

#include <cmath>
#include <iterator>

namespace tabiya::booksearch {
namespace {

// Before there are data, two plies are assumed to change a value by this much, logit x 10,000.
constexpr double kUsualChange = 500;
constexpr double kUsualWeight = 10;  // in observations

// The mean of all depths counts like this many observations beside those of a single depth.
constexpr double kSharedWeight = 30;

// Sums of squared changes of some depth. They are whole numbers where sums could depend on an order.
struct Squares {
  std::int64_t count = 0;
  std::map<int, std::int64_t> sums;  // by the plies in between

  // Returns the sum for changes of two plies each, as a random walk would have them.
  double total() const {
    double total = 0;
    for (const auto& [plies, sum] : sums) total += 2 * static_cast<double>(sum) / plies;
    return total;
  }
};

double shrunk_mean(const Squares& squares, double expected, double weight) {
  return (squares.total() + weight * expected) / (static_cast<double>(squares.count) + weight);
}

}  // namespace

ValueErrors::ValueErrors(std::span<const ValueChange> data) {
  Squares all;
  std::map<int, Squares> by_depth;
  for (const ValueChange& change : data) {
    for (Squares* squares : {&all, &by_depth[change.from]}) {
      ++squares->count;
      squares->sums[change.to - change.from] += std::int64_t{change.amount} * change.amount;
    }
  }
  const double usual = shrunk_mean(all, kUsualChange * kUsualChange, kUsualWeight);
  for (const auto& [depth, squares] : by_depth) changes_[depth] = shrunk_mean(squares, usual, kSharedWeight);
}

// The deepest rows have not been searched again, so the changes of those before them have to do.
std::optional<std::uint32_t> ValueErrors::of(int depth, Score red_value) const {
  if (changes_.empty() || is_proven(red_value)) return std::nullopt;
  auto deeper = changes_.upper_bound(depth);
  const double square = deeper == changes_.begin() ? deeper->second : std::prev(deeper)->second;
  return static_cast<std::uint32_t>(
      std::lround(std::hypot(kOfChange * std::sqrt(square), kOfValue * red_value)));
}

}  // namespace tabiya::booksearch
