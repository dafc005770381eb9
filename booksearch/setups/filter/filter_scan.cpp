#include "booksearch/setups/filter/filter_scan.h"

#include <algorithm>
#include <bit>

#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {
namespace {

// The row is scanned in parts, each as long as all before it within these bounds. Most reds fall in the
// first. The prepared blues of the longest stay in the second-level cache while the reds of a unit pass by.
constexpr std::size_t kFirstPart = 256;
constexpr std::size_t kLongestPart = 2048;

// Returns the ends of the parts of a row of this many blues.
std::vector<std::uint32_t> part_ends(std::size_t blues) {
  std::vector<std::uint32_t> ends;
  for (std::size_t end = 0; end < blues;) {
    end = std::min(blues, end + std::clamp(end, kFirstPart, kLongestPart));
    ends.push_back(static_cast<std::uint32_t>(end));
  }
  return ends;
}

// This is enough for the reds that fall soon; to order the rest as carefully would cost more than it saves.
constexpr std::size_t kCoverSize = 512;

// A set of sample reds.
using RedSet = std::vector<std::uint64_t>;

std::vector<RedSet> refuted_reds(const ValueTable& table, Score cut) {
  std::vector<RedSet> refuted(table.blues.size(), RedSet((table.rows.size() + 63) / 64));
  for (std::size_t s = 0; s < table.rows.size(); ++s) {
    for (std::size_t b = 0; b < table.blues.size(); ++b) {
      refuted[b][s / 64] |= std::uint64_t{table.rows[s][b] < cut} << (s % 64);
    }
  }
  return refuted;
}

int count_common(const RedSet& a, const RedSet& b) {
  int count = 0;
  for (std::size_t word = 0; word < a.size(); ++word) count += std::popcount(a[word] & b[word]);
  return count;
}

struct Pick {
  std::size_t blue = 0;
  int count = 0;
};

// Returns the unused blue that refutes the most reds of `standing`.
Pick best_refuter(const std::vector<RedSet>& refuted, const RedSet& standing, const std::vector<bool>& used) {
  Pick best;
  for (std::size_t b = 0; b < refuted.size(); ++b) {
    if (used[b]) continue;
    const int count = count_common(refuted[b], standing);
    if (count > best.count) best = {b, count};
  }
  return best;
}

// Returns the start of the order, as indices: greedy covers, one after another.
std::vector<std::size_t> greedy_covers(const std::vector<RedSet>& refuted, const RedSet& all) {
  std::vector<std::size_t> order;
  std::vector<bool> used(refuted.size());
  RedSet standing = all;
  while (order.size() < kCoverSize) {
    Pick pick = best_refuter(refuted, standing, used);
    if (pick.count == 0) {
      standing = all;
      pick = best_refuter(refuted, standing, used);
      if (pick.count == 0) break;
    }
    order.push_back(pick.blue);
    used[pick.blue] = true;
    for (std::size_t word = 0; word < standing.size(); ++word) standing[word] &= ~refuted[pick.blue][word];
  }
  return order;
}

}  // namespace

FilterScan::FilterScan(const PairOracle& oracle, std::span<const SetupId> blues)
    : blues_(blues.begin(), blues.end()),
      part_ends_(part_ends(blues.size())),
      prepared_(oracle.prepare(blues_)) {}

// Scans part by part, so that the blues of a part stay in the cache for all reds.
Result<FilterScan::Answer> FilterScan::Thread::compute(const Unit& unit, const Control& control) {
  Answer answer{std::vector<Met>(unit.reds.size()), 0};
  std::uint32_t first = 0;
  for (const std::uint32_t last : part_ends_) {
    if (control.stopped()) return Error{ErrorCode::kStopped, "the scan was stopped", {}};
    for (std::size_t i = 0; i < unit.reds.size(); ++i) {
      Met& met = answer.met[i];
      const Score cutoff = unit.cut.cutoff(unit.reds[i]);
      if (met.red_value < cutoff) continue;
      scorer_->set_red(unit.reds[i]);
      const RowMinimum minimum = scorer_->minimum(first, last, cutoff);
      answer.pairs += minimum.evaluated;
      if (minimum.red_value < met.red_value ||
          (minimum.red_value == met.red_value && minimum.blue < met.refuter))
        met = {minimum.red_value, minimum.blue};
    }
    first = last;
  }
  return answer;
}

std::vector<Score> ValueTable::minima() const {
  std::vector<Score> minima;
  for (const std::vector<Score>& row : rows) minima.push_back(std::ranges::min(row));
  return minima;
}

ValueTable evaluate_table(const PairOracle& oracle, std::span<const SetupId> sample,
                          std::span<const SetupId> blues) {
  ValueTable table{{blues.begin(), blues.end()}, {}};
  table.rows.assign(sample.size(), std::vector<Score>(blues.size()));
  const std::unique_ptr<PreparedBlues> prepared = oracle.prepare(blues);
  PerThread<std::unique_ptr<PairScorer>> scorers([&] { return prepared->scorer(); });
  for_each_index(sample.size(), [&](std::size_t s) {
    PairScorer& scorer = *scorers.local();
    scorer.set_red(sample[s]);
    scorer.evaluate(0, table.rows[s]);
  });
  return table;
}

std::vector<SetupId> order_by_refutation(const ValueTable& table, Score cut) {
  const std::vector<RedSet> refuted = refuted_reds(table, cut);
  RedSet all((table.rows.size() + 63) / 64, ~std::uint64_t{0});

  std::vector<std::size_t> order = greedy_covers(refuted, all);
  std::vector<bool> used(table.blues.size());
  for (const std::size_t b : order) used[b] = true;

  std::vector<int> counts(table.blues.size());
  for (std::size_t b = 0; b < counts.size(); ++b) counts[b] = count_common(refuted[b], all);
  const auto others = static_cast<std::ptrdiff_t>(order.size());
  for (std::size_t b = 0; b < counts.size(); ++b) {
    if (!used[b]) order.push_back(b);
  }
  std::stable_sort(order.begin() + others, order.end(),
                   [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });

  std::vector<SetupId> blues;
  for (const std::size_t b : order) blues.push_back(table.blues[b]);
  return blues;
}

}  // namespace tabiya::booksearch
