// One pass is 5,405,400 reds x 20,000 blues of 0.1: 108 G pairs, which at 15 M a second are two hours of one
// core. Nearly all of it can be left out, because the result needs exact minima of the kept reds alone: a red
// is out as soon as a single blue refutes it, that is, gives it a value below the cut, the value of the worst
// kept red. What remains is to know the cut early, and to meet a refuter early:
//
//   1. A sample of reds, against all blues, says which blues refute most, and roughly where the cut will lie.
//   2. The first of these refuters, the scouts, bound every red from above. Most reds are settled by that.
//   3. The reds are scanned against all blues, the strongest refuters first, in blocks of reds, those with
//   the
//      best bounds first. The first reds are scanned in full; as soon as there are as many as we keep, the
//      worst of these is the cut. A red falls at the first value below it, and the cut rises from block to
//      block.
//   4. All is done when the next best bound is below the cut.
//
// So neither the sample nor the bounds can change the result, only the time. With a good network, 10,000
// reasonable blues and their mirrors, and 25,000 reds to keep, 615 M pairs are evaluated, of which the rows
// of the kept reds alone are 500 M. To guess the cut beforehand, from a second sample, of reds with good
// bounds, and to learn the order of the refuters from that, saved 4 % of the pairs and cost 3 %.
//
// The tie-break by id holds throughout: the cut is a place in the total order, of value and id.
#include "booksearch/filter.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/parallel_sort.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <utility>

#include "booksearch/refuters.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kScouts = 128;
constexpr std::size_t kSample = 256;

// The row is scanned in parts, each as long as all before it within these bounds. Most reds fall in the
// first. The prepared blues of the longest stay in the second-level cache while the reds of a task pass by.
constexpr std::size_t kFirstPart = 256;
constexpr std::size_t kLongestPart = 2048;
constexpr std::size_t kTaskReds = 32;
constexpr std::size_t kBoundReds = 4096;

using Scorers = tbb::enumerable_thread_specific<std::unique_ptr<PairScorer>>;

// A place in the total order: reds at or after it are out.
struct Cut {
  Score red_value = -kInfiniteScore;
  SetupId red = std::numeric_limits<SetupId>::max();

  // A red falls with a value below this.
  Score cutoff(SetupId other) const { return red_value + (other > red ? 1 : 0); }
};

// The value of rank `rank` (from 0) in descending order; lower than all when there are not so many.
Score ranked_value(std::vector<Score> values, std::size_t rank) {
  if (rank >= values.size()) return -kInfiniteScore;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::ranges::nth_element(values, nth, std::greater());
  return *nth;
}

// Every n-th, `size` or fewer.
std::vector<SetupId> spread_sample(std::span<const SetupId> setups, std::size_t size) {
  std::vector<SetupId> sample;
  const std::size_t count = std::min(size, setups.size());
  for (std::size_t i = 0; i < count; ++i) sample.push_back(setups[i * setups.size() / count]);
  return sample;
}

// Where the parts of a row of so many blues end.
std::vector<std::uint32_t> part_ends(std::size_t blues) {
  std::vector<std::uint32_t> ends;
  for (std::size_t end = 0; end < blues;) {
    end = std::min(blues, end + std::clamp(end, kFirstPart, kLongestPart));
    ends.push_back(static_cast<std::uint32_t>(end));
  }
  return ends;
}

// A red and an upper bound of its value, so that the best-bounded comes first in ascending order.
struct BoundedRed {
  Score bound = kInfiniteScore;
  SetupId red = 0;

  friend bool operator<(const BoundedRed& a, const BoundedRed& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.red < b.red;
  }
};

class FilterPass {
 public:
  FilterPass(const PairOracle& oracle, std::span<const SetupId> reds, std::span<const SetupId> blues,
             const FilterOptions& options, const Control& control)
      : oracle_(oracle),
        reds_(reds),
        blues_(blues),
        options_(options),
        control_(control),
        keep_(std::min(options.keep, reds.size())),
        part_ends_(part_ends(blues.size())) {}

  Result<FilterResult> run();

 private:
  // A red of a block that is being scanned.
  struct Scanned {
    SetupId red = 0;
    Score red_value = kInfiniteScore;  // so far
    SetupId refuter = 0;
    bool standing = true;
  };

  void learn_order();
  std::vector<BoundedRed> bound_all();
  void scan(std::span<const BoundedRed> reds);
  void scan_block(std::span<Scanned> block, Scorers& scorers);
  void scan_task(std::span<Scanned> task, PairScorer& scorer);
  void scan_part(Scanned& red, std::uint32_t first, std::uint32_t last, PairScorer& scorer);
  void keep_standing(std::span<const Scanned> block);

  const PairOracle& oracle_;
  const std::span<const SetupId> reds_;
  const std::span<const SetupId> blues_;
  const FilterOptions& options_;
  const Control& control_;
  const std::size_t keep_;
  const std::vector<std::uint32_t> part_ends_;  // where the parts of the row end

  std::vector<SetupId> row_;  // the blues, the strongest refuters first
  Score rough_cut_ = -kInfiniteScore;
  Cut cut_;
  std::vector<FilteredRed> kept_;
  tbb::enumerable_thread_specific<std::uint64_t> pairs_{0};
};

Result<FilterResult> FilterPass::run() {
  if (keep_ == 0) return FilterResult{};
  learn_order();
  scan(bound_all());
  if (control_.stopped()) return Error{ErrorCode::kStopped, options_.stage + " was stopped", {}};
  std::ranges::sort(kept_, better);
  return FilterResult{std::move(kept_), pairs_.combine(std::plus())};
}

void FilterPass::learn_order() {
  const ValueTable table = evaluate_table(oracle_, spread_sample(reds_, kSample), blues_);
  pairs_.local() += table.pairs();
  const std::size_t rank = 2 * table.rows.size() * keep_ / reds_.size() + 2;
  rough_cut_ = ranked_value(table.minima(), rank);
  row_ = order_by_refutation(table, rough_cut_);
}

// The best-bounded first. A bound below the rough cut need not be any closer.
std::vector<BoundedRed> FilterPass::bound_all() {
  const auto scouts = std::span<const SetupId>(row_).first(std::min(kScouts, row_.size()));
  const std::unique_ptr<PreparedBlues> prepared = oracle_.prepare(scouts);
  Scorers scorers([&] { return prepared->scorer(); });
  ProgressMeter meter(control_, options_.stage + ": bound", reds_.size());
  std::vector<BoundedRed> bounded(reds_.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, reds_.size(), kBoundReds), [&](const auto& range) {
    if (control_.stopped()) return;
    PairScorer& scorer = *scorers.local();
    std::uint64_t& pairs = pairs_.local();
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      scorer.set_red(reds_[i]);
      const RowMinimum minimum = scorer.minimum(0, static_cast<std::uint32_t>(scouts.size()), rough_cut_);
      bounded[i] = {minimum.red_value, reds_[i]};
      pairs += minimum.evaluated;
    }
    meter.advance(range.size());
  });
  if (!control_.stopped()) tbb::parallel_sort(bounded);
  return bounded;
}

// The cut is frozen during a block, so that what is evaluated does not depend on the threads.
void FilterPass::scan(std::span<const BoundedRed> reds) {
  const std::unique_ptr<PreparedBlues> prepared = oracle_.prepare(row_);
  Scorers scorers([&] { return prepared->scorer(); });
  ProgressMeter meter(control_, options_.stage + ": scan", reds.size());
  std::vector<Scanned> block;
  while (!reds.empty() && reds.front().bound >= cut_.red_value && !control_.stopped()) {
    const std::size_t size = std::min(options_.block, reds.size());
    block.clear();
    for (const BoundedRed& red : reds.first(size)) {
      if (red.bound >= cut_.cutoff(red.red)) block.push_back({.red = red.red});
    }
    scan_block(block, scorers);
    if (control_.stopped()) return;
    keep_standing(block);
    reds = reds.subspan(size);
    meter.advance(size);
  }
  if (!control_.stopped()) meter.advance(reds.size());
}

void FilterPass::scan_block(std::span<Scanned> block, Scorers& scorers) {
  std::ranges::stable_sort(block, {}, [&](const Scanned& red) { return oracle_.red_group(red.red); });
  const std::size_t tasks = (block.size() + kTaskReds - 1) / kTaskReds;
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    const std::size_t first = task * kTaskReds;
    scan_task(block.subspan(first, std::min(kTaskReds, block.size() - first)), *scorers.local());
  });
}

// Part by part, so that the blues of a part stay in the cache for all reds.
void FilterPass::scan_task(std::span<Scanned> task, PairScorer& scorer) {
  std::uint32_t first = 0;
  for (const std::uint32_t last : part_ends_) {
    if (control_.stopped()) return;
    for (Scanned& red : task) {
      if (red.standing) scan_part(red, first, last, scorer);
    }
    first = last;
  }
}

void FilterPass::scan_part(Scanned& red, std::uint32_t first, std::uint32_t last, PairScorer& scorer) {
  const Score cutoff = cut_.cutoff(red.red);
  scorer.set_red(red.red);
  const RowMinimum minimum = scorer.minimum(first, last, cutoff);
  pairs_.local() += minimum.evaluated;
  if (minimum.red_value < red.red_value ||
      (minimum.red_value == red.red_value && minimum.blue < red.refuter)) {
    red.red_value = minimum.red_value;
    red.refuter = minimum.blue;
  }
  red.standing = red.red_value >= cutoff;
}

// Keeps the reds that stand, and moves the cut up to the worst that is kept.
void FilterPass::keep_standing(std::span<const Scanned> block) {
  for (const Scanned& red : block) {
    if (red.standing) kept_.push_back({red.red, red.red_value, red.refuter});
  }
  if (kept_.size() < keep_) return;
  const auto worst = kept_.begin() + static_cast<std::ptrdiff_t>(keep_ - 1);
  std::ranges::nth_element(kept_, worst, better);
  kept_.resize(keep_);
  cut_ = {kept_.back().red_value, kept_.back().red};
}

}  // namespace

Result<FilterResult> filter(const PairOracle& oracle, std::span<const SetupId> reds,
                            std::span<const SetupId> blues, const FilterOptions& options,
                            const Control& control) {
  return FilterPass(oracle, reds, blues, options, control).run();
}

std::vector<SetupId> with_mirrors(const SetupSpace& space, std::span<const SetupId> setups) {
  std::vector<SetupId> all(setups.begin(), setups.end());
  for (const SetupId setup : setups) all.push_back(space.mirror(setup));
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

}  // namespace tabiya::booksearch
