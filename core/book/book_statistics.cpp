#include "core/book/book_statistics.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>

namespace tabiya {
namespace {

// The sum of a band's values. The variance is that of Welford's recurrence, which subtracts no large sums.
class BandSum {
 public:
  void add(Score value) {
    lowest_ = entries_ == 0 ? value : std::min(lowest_, value);
    highest_ = entries_ == 0 ? value : std::max(highest_, value);
    ++entries_;
    if (is_proven(value)) {
      ++proven_;
      return;
    }
    const double difference = value - mean_;
    mean_ += difference / static_cast<double>(entries_ - proven_);
    squares_ += difference * (value - mean_);
  }

  ValueBand band(std::size_t first, std::size_t last, int depth) const {
    const std::size_t counted = entries_ - proven_;
    const double variance = counted > 0 ? squares_ / static_cast<double>(counted) : 0;
    return {first, last, depth, entries_, proven_, mean_, std::sqrt(variance), lowest_, highest_};
  }

 private:
  std::size_t entries_ = 0, proven_ = 0;
  double mean_ = 0, squares_ = 0;  // of those that are not proven; squared deviations from the mean
  Score lowest_ = 0, highest_ = 0;
};

// The bands of those entries that have the ranks first … last.
void append_bands(const Book& book, std::span<const std::size_t> entries, std::size_t first, std::size_t last,
                  std::vector<ValueBand>& bands) {
  std::map<int, BandSum, std::greater<>> sums;
  const auto begin = std::ranges::lower_bound(entries, first - 1),
             end = std::ranges::lower_bound(entries, last);
  for (const std::size_t i : std::span(begin, end)) {
    const BookEntry& entry = book.entries[i];
    if (entry.red_value) sums[entry.depth].add(*entry.red_value);
  }
  for (const auto& [depth, sum] : sums) bands.push_back(sum.band(first, last, depth));
}

}  // namespace

std::vector<SetupId> replies_of(const Book& book) {
  std::vector<SetupId> replies;
  for (const BookEntry& entry : book.entries) replies.push_back(entry.reply);
  return replies;
}

std::vector<ValueBand> values_by_depth(const Book& book, std::span<const std::size_t> entries) {
  std::vector<ValueBand> bands;
  if (!entries.empty()) append_bands(book, entries, entries.front() + 1, entries.back() + 1, bands);
  return bands;
}

std::vector<ValueBand> values_by_rank(const Book& book, std::span<const std::size_t> entries) {
  constexpr std::array<std::size_t, 3> kEnds{1, 2, 5};
  const std::size_t size = book.entries.size();
  std::vector<ValueBand> bands;
  if (!book.meta.ordered) return bands;
  std::size_t first = 1;
  for (std::size_t scale = 10; first <= size; scale *= 10) {
    for (const std::size_t end : kEnds) {
      const std::size_t last = std::min(size, scale * end);
      if (first <= last) append_bands(book, entries, first, last, bands);
      first = last + 1;
    }
  }
  return bands;
}

}  // namespace tabiya
