// One pass is 5,405,400 reds x 20,000 blues of 0.1: 108 G pairs, which at 15 M a second are two hours of one
// core. Nearly all of it can be left out, because the result needs exact minima of the kept reds alone: a red
// is out as soon as a single blue refutes it, that is, gives it a value below the cut, the value of the worst
// kept red. What remains is to know the cut early, and to meet a refuter early:
//
//   1. A sample of reds, against all blues, says which blues refute most, and roughly where the cut will lie.
//   2. The first of these refuters, the scouts, bound every red from above. Most reds are settled by that.
//   3. A sample of the best-bounded reds says anew which blues refute, now those that are hard to refute, and
//      where the cut lies: well enough that slightly more reds than we keep are above it.
//   4. The reds are scanned against all blues, the best-bounded first, in blocks; each falls at the first
//      refuter. The guessed cut holds until as many reds have stood as we keep; then the cut is the worst of
//      these, and rises from block to block. All is done when no bound reaches the cut.
//   5. If the guess was too high, too few reds stand: a lower guess, and the reds between the two are
//   scanned.
//
// So neither the samples nor the guess can change the result, only the time. Without a guess (the first reds
// scanned in full set the cut) the cut is blunt for long, since bounds by scouts order the good reds badly.
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

constexpr std::size_t kScouts = 32;
constexpr std::size_t kFirstSample = 256;
constexpr std::size_t kSecondSample = 1024;
constexpr std::size_t kPoolFactor = 4;  // the second sample comes from this many times `keep` reds
constexpr double kGuessMargin = 1.15;   // reds that the guessed cut lets through, in units of `keep`

// The row is scanned in parts, each as long as all before it within these bounds. Most reds fall in the
// first. The prepared blues of the longest stay in the second-level cache while the reds of a task pass by.
constexpr std::size_t kFirstPart = 256;
constexpr std::size_t kLongestPart = 2048;
constexpr std::size_t kTaskReds = 32;
constexpr std::size_t kBoundReds = 4096;

constexpr Score kSettled = std::numeric_limits<Score>::min();

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

// Every n-th of the range, `size` or fewer.
template <class T>
std::vector<T> spread_sample(std::span<const T> range, std::size_t size) {
  std::vector<T> sample;
  const std::size_t count = std::min(size, range.size());
  for (std::size_t i = 0; i < count; ++i) sample.push_back(range[i * range.size() / count]);
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
        bounds_(reds.size(), kInfiniteScore),
        part_ends_(part_ends(blues.size())) {}

  Result<FilterResult> run();

 private:
  // A red of a block that is being scanned.
  struct Scanned {
    std::uint32_t index = 0;  // in reds_
    Score red_value = kInfiniteScore;
    SetupId refuter = 0;
    bool standing = true;
  };

  void bound_all();
  void prepare_scan();
  std::vector<std::uint32_t> bounded_from(Score value) const;
  void scan(std::span<const std::uint32_t> wave);
  void scan_block(std::span<Scanned> block, Scorers& scorers);
  void scan_task(std::span<Scanned> task, PairScorer& scorer);
  void scan_part(Scanned& red, std::uint32_t first, std::uint32_t last, PairScorer& scorer);
  void settle(std::span<const Scanned> block);
  void lower_guess();

  const PairOracle& oracle_;
  const std::span<const SetupId> reds_;
  const std::span<const SetupId> blues_;
  const FilterOptions& options_;
  const Control& control_;
  const std::size_t keep_;

  std::vector<Score> bounds_;  // of each red: no less than its minimum; kSettled once that is known
  std::unique_ptr<PreparedBlues> prepared_row_;  // in the order of the scan
  const std::vector<std::uint32_t> part_ends_;   // where its parts end
  Cut cut_;
  std::vector<FilteredRed> kept_;
  tbb::enumerable_thread_specific<std::uint64_t> pairs_{0};
};

Result<FilterResult> FilterPass::run() {
  if (keep_ == 0) return FilterResult{};
  bound_all();
  prepare_scan();
  while (kept_.size() < keep_ && !control_.stopped()) {
    scan(bounded_from(cut_.red_value));
    lower_guess();
  }
  if (control_.stopped()) return Error{ErrorCode::kStopped, options_.stage + " was stopped", {}};
  std::ranges::sort(kept_, better);
  return FilterResult{std::move(kept_), pairs_.combine(std::plus())};
}

// Steps 1 and 2. A red whose bound is below the rough cut need not be bounded any closer.
void FilterPass::bound_all() {
  const ValueTable table = evaluate_table(oracle_, spread_sample(reds_, kFirstSample), blues_);
  pairs_.local() += table.pairs();
  const std::size_t rank = 2 * table.rows.size() * keep_ / reds_.size() + 2;
  const Score rough_cut = ranked_value(table.minima(), rank);
  std::vector<SetupId> scouts = order_by_refutation(table, rough_cut);
  scouts.resize(std::min(kScouts, scouts.size()));

  const std::unique_ptr<PreparedBlues> prepared = oracle_.prepare(scouts);
  Scorers scorers([&] { return prepared->scorer(); });
  ProgressMeter meter(control_, options_.stage + ": bound", reds_.size());
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, reds_.size(), kBoundReds), [&](const auto& range) {
    if (control_.stopped()) return;
    PairScorer& scorer = *scorers.local();
    std::uint64_t& pairs = pairs_.local();
    for (std::size_t i = range.begin(); i < range.end(); ++i) {
      scorer.set_red(reds_[i]);
      const RowMinimum minimum = scorer.minimum(0, static_cast<std::uint32_t>(scouts.size()), rough_cut);
      bounds_[i] = minimum.red_value;
      pairs += minimum.evaluated;
    }
    meter.advance(range.size());
  });
}

// Step 3.
void FilterPass::prepare_scan() {
  const std::size_t pool = std::min(kPoolFactor * keep_, reds_.size());
  std::vector<std::uint32_t> best = bounded_from(ranked_value(bounds_, pool - 1));
  best.resize(std::min(pool, best.size()));
  std::vector<SetupId> sample;
  for (const std::uint32_t index : spread_sample(std::span<const std::uint32_t>(best), kSecondSample)) {
    sample.push_back(reds_[index]);
  }
  const ValueTable table = evaluate_table(oracle_, sample, blues_);
  pairs_.local() += table.pairs();
  const double share = kGuessMargin * static_cast<double>(keep_) / static_cast<double>(best.size());
  cut_ = {ranked_value(table.minima(), static_cast<std::size_t>(share * static_cast<double>(sample.size())))};

  prepared_row_ = oracle_.prepare(order_by_refutation(table, cut_.red_value));
}

// The unsettled reds whose bound is at least `value`, as indices, best-bounded first.
std::vector<std::uint32_t> FilterPass::bounded_from(Score value) const {
  std::vector<std::uint32_t> indices;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    if (bounds_[i] >= value) indices.push_back(static_cast<std::uint32_t>(i));
  }
  tbb::parallel_sort(indices, [&](std::uint32_t a, std::uint32_t b) {
    return bounds_[a] != bounds_[b] ? bounds_[a] > bounds_[b] : reds_[a] < reds_[b];
  });
  return indices;
}

// Step 4. The cut is frozen during a block, so that what is evaluated does not depend on the threads.
void FilterPass::scan(std::span<const std::uint32_t> wave) {
  Scorers scorers([&] { return prepared_row_->scorer(); });
  ProgressMeter meter(control_, options_.stage + ": scan", wave.size());
  std::vector<Scanned> block;
  while (!wave.empty() && bounds_[wave.front()] >= cut_.red_value && !control_.stopped()) {
    const std::size_t size = std::min(options_.block, wave.size());
    block.clear();
    for (const std::uint32_t index : wave.first(size)) block.push_back({.index = index});
    scan_block(block, scorers);
    if (control_.stopped()) return;
    settle(block);
    wave = wave.subspan(size);
    meter.advance(size);
  }
  meter.advance(wave.size());
}

void FilterPass::scan_block(std::span<Scanned> block, Scorers& scorers) {
  std::ranges::stable_sort(block, {},
                           [&](const Scanned& red) { return oracle_.red_group(reds_[red.index]); });
  const std::size_t tasks = (block.size() + kTaskReds - 1) / kTaskReds;
  tbb::parallel_for(std::size_t{0}, tasks, [&](std::size_t task) {
    const std::size_t first = task * kTaskReds;
    scan_task(block.subspan(first, std::min(kTaskReds, block.size() - first)), *scorers.local());
  });
}

// Part by part, so that the blues of a part stay in the cache for all reds.
void FilterPass::scan_task(std::span<Scanned> task, PairScorer& scorer) {
  for (Scanned& red : task) red.standing = bounds_[red.index] >= cut_.cutoff(reds_[red.index]);
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
  const Score cutoff = cut_.cutoff(reds_[red.index]);
  scorer.set_red(reds_[red.index]);
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
void FilterPass::settle(std::span<const Scanned> block) {
  for (const Scanned& red : block) {
    bounds_[red.index] = red.standing ? kSettled : std::min(bounds_[red.index], red.red_value);
    if (red.standing) kept_.push_back({reds_[red.index], red.red_value, red.refuter});
  }
  if (kept_.size() < keep_) return;
  const auto worst = kept_.begin() + static_cast<std::ptrdiff_t>(keep_ - 1);
  std::ranges::nth_element(kept_, worst, better);
  kept_.resize(keep_);
  cut_ = {kept_.back().red_value, kept_.back().red};
}

// Step 5. All reds with a bound from the old guess up have been scanned, so that the new guess is lower.
void FilterPass::lower_guess() {
  if (kept_.size() >= keep_) return;
  const Score guess = ranked_value(bounds_, kPoolFactor * (keep_ - kept_.size()));
  cut_ = {std::max(guess, -kInfiniteScore)};
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
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

}  // namespace tabiya::booksearch
