// One pass is 5,405,400 reds x 20,000 blues of 0.1: 108 G pairs, which at 15 M a second are two hours of one
// core. Nearly all of that can be skipped, because the result needs exact minima of the kept reds alone: a
// red is out as soon as a single blue refutes it, that is, gives it a value below the cut, the value of the
// worst kept red. What remains is to know the cut early, and to meet a refuter early:
//
//   1. A sample of reds, against all blues, says which blues refute most, and roughly where the cut will lie.
//   2. The first of these refuters, the scouts, bound every red from above. Most reds are settled by that.
//   3. The reds are scanned against all blues, the strongest refuters first, in blocks of reds, those with
//      the best bounds first. The first reds are scanned in full; as soon as there are as many as we keep,
//      the worst of these is the cut. A red falls at the first value below it, and the cut rises from block
//      to block.
//   4. The pass ends when the next best bound is below the cut.
//
// So neither the sample nor the bounds can change the result, only the time. With a good network, 10,000
// reasonable blues and their mirrors, and 25,000 reds to keep, 615 M pairs are evaluated, of which the rows
// of the kept reds alone are 500 M. To guess the cut beforehand, from a second sample, of reds with good
// bounds, and to learn the order of the refuters from that, saved 4 % of the pairs and took 3 %.
//
// The tie-break by id holds throughout: the cut is a place in the total order, of value and id.
#include "booksearch/setups/filter/filter.h"

#include <oneapi/tbb/parallel_sort.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "booksearch/setups/filter/filter_scan.h"
#include "booksearch/work/parallel.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"

namespace tabiya::booksearch {
namespace {

constexpr auto is_better = [](const FilteredRed& a, const FilteredRed& b) { return better(a, b); };

constexpr std::size_t kScouts = 128;
constexpr std::size_t kSample = 256;

// The number of reds of a unit of work.
constexpr std::size_t kScanReds = 32;
constexpr std::size_t kBoundReds = 4096;

// Returns the value of rank `rank` (from 0) in descending order; it is lower than all if there are fewer.
Score ranked_value(std::vector<Score> values, std::size_t rank) {
  if (rank >= values.size()) return -kInfiniteScore;
  const auto nth = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::ranges::nth_element(values, nth, std::greater());
  return *nth;
}

// The reds that are filtered: a list, or the normalised setups of a space, which are not listed.
class Reds {
 public:
  explicit Reds(std::span<const SetupId> list) : list_(list), size_(list.size()) {}
  explicit Reds(const SetupSpace& space) : space_(&space), size_(space.normalised_count()) {}

  std::size_t size() const { return size_; }

  // Returns every n-th red, `most` or fewer of them. From a space it takes every n-th setup, normalised: one may come twice.
  std::vector<SetupId> spread_sample(std::size_t most) const {
    std::vector<SetupId> sample;
    const std::size_t count = std::min(most, size_), of = space_ != nullptr ? space_->count() : size_;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t at = i * of / count;
      sample.push_back(space_ != nullptr ? space_->normalised(static_cast<SetupId>(at)) : list_[at]);
    }
    return sample;
  }

  // Calls visit(part) for parts of `most` or fewer reds in order, until it fails.
  Status for_each_part(std::size_t most, const std::function<Status(std::span<const SetupId>)>& visit) const {
    Status status = ok_status();
    if (space_ == nullptr) {
      for (std::span<const SetupId> left = list_; status && !left.empty();) {
        status = visit(left.first(std::min(most, left.size())));
        left = left.subspan(std::min(most, left.size()));
      }
      return status;
    }
    std::vector<SetupId> part;
    space_->for_each_normalised([&](SetupId id) {
      part.push_back(id);
      if (part.size() < most) return true;
      status = visit(part);
      part.clear();
      return status.ok();
    });
    return status && !part.empty() ? visit(part) : status;
  }

 private:
  const SetupSpace* space_ = nullptr;
  std::span<const SetupId> list_;
  std::size_t size_;
};

// A red and an upper bound of its value, so that the best-bounded comes first in ascending order.
struct BoundedRed {
  Score bound = kInfiniteScore;
  SetupId red = 0;

  friend bool operator<(const BoundedRed& a, const BoundedRed& b) {
    return a.bound != b.bound ? a.bound > b.bound : a.red < b.red;
  }
};

// Splits the reds into units of `size`.
std::vector<FilterScan::Unit> units_of(std::span<const SetupId> reds, std::size_t size, const Cut& cut) {
  std::vector<FilterScan::Unit> units;
  for (; !reds.empty(); reds = reds.subspan(units.back().reds.size())) {
    const auto some = reds.first(std::min(size, reds.size()));
    units.push_back({cut, {some.begin(), some.end()}});
  }
  return units;
}

class FilterRun {
 public:
  FilterRun(const PairOracle& oracle, const Reds& reds, std::span<const SetupId> blues,
            const FilterOptions& options, const Control& control)
      : oracle_(oracle),
        reds_(reds),
        blues_(blues),
        options_(options),
        control_(control),
        keep_(std::min(options.keep, reds.size())) {}

  Result<FilterResult> run();

 private:
  void learn_order();
  Status bound_and_scan();
  Status scan_between(Score lowest, Score highest);
  Status bound_some(WorkerPool<FilterScan>& workers, std::span<const SetupId> reds, Score lowest,
                    Score highest, std::vector<BoundedRed>& bounded, ProgressMeter& meter);
  Status scan_all(std::span<BoundedRed> reds);
  Status scan_in_order(WorkerPool<FilterScan>& workers, std::span<BoundedRed> reds, ProgressMeter& meter);
  Status scan_block(WorkerPool<FilterScan>& workers, std::vector<SetupId> block);
  void keep_standing(const FilterScan::Unit& unit, const FilterScan::Answer& answer);
  void raise_cut();

  const PairOracle& oracle_;
  const Reds reds_;
  const std::span<const SetupId> blues_;
  const FilterOptions& options_;
  const Control& control_;
  const std::size_t keep_;

  std::vector<SetupId> row_;  // the blues, the strongest refuters first
  Score rough_cut_ = -kInfiniteScore;
  Cut cut_;
  std::vector<FilteredRed> kept_;
  std::uint64_t pairs_ = 0;
};

Result<FilterResult> FilterRun::run() {
  if (keep_ == 0) return FilterResult{};
  learn_order();
  if (const Status status = bound_and_scan(); !status) {
    if (status.error().code != ErrorCode::kStopped) return status.error();
    return Error{ErrorCode::kStopped, options_.stage + " was stopped", {}};
  }
  std::ranges::sort(kept_, is_better);
  return FilterResult{std::move(kept_), pairs_};
}

void FilterRun::learn_order() {
  const ValueTable table = evaluate_table(oracle_, reds_.spread_sample(kSample), blues_);
  pairs_ += table.pairs();
  const std::size_t rank = 2 * table.rows.size() * keep_ / reds_.size() + 2;
  rough_cut_ = ranked_value(table.minima(), rank);
  row_ = order_by_refutation(table, rough_cut_);
}

// Scans the few reds with bounds from the rough cut on first. It looks for the others again only if they are
// needed at all, so that memory holds only the few.
Status FilterRun::bound_and_scan() {
  for (Score lowest = rough_cut_, highest = kInfiniteScore;; highest = lowest - 1, lowest = -kInfiniteScore) {
    if (const Status status = scan_between(lowest, highest); !status) return status;
    if (cut_.red_value >= lowest || lowest == -kInfiniteScore) return ok_status();
  }
}

// Scans the reds whose bounds lie from `lowest` to `highest`. A bound below the rough cut need not be any
// closer. Where they are many, as where many reds have the same value, the scan of some raises the cut for the others.
Status FilterRun::scan_between(Score lowest, Score highest) {
  const FilterScan scan(oracle_, std::span<const SetupId>(row_).first(std::min(kScouts, row_.size())));
  WorkerPool workers(scan);
  ProgressMeter meter(control_, options_.stage + ": bound", reds_.size());
  std::vector<BoundedRed> bounded;
  const auto bound_part = [&](std::span<const SetupId> part) -> Status {
    if (Status status = bound_some(workers, part, lowest, highest, bounded, meter); !status) return status;
    if (bounded.size() < options_.most_waiting) return ok_status();
    if (Status status = scan_all(bounded); !status) return status;
    bounded.clear();
    return ok_status();
  };
  if (Status status = reds_.for_each_part(options_.bounded_at_once, bound_part); !status) return status;
  return scan_all(bounded);
}

Status FilterRun::bound_some(WorkerPool<FilterScan>& workers, std::span<const SetupId> reds, Score lowest,
                             Score highest, std::vector<BoundedRed>& bounded, ProgressMeter& meter) {
  const Cut rough{.red_value = rough_cut_};
  const std::vector<FilterScan::Unit> units = units_of(reds, kBoundReds, rough);
  std::vector<std::vector<BoundedRed>> found(units.size());
  const auto take_in = [&](std::size_t index, const FilterScan::Answer& answer) {
    for (std::size_t i = 0; i < answer.met.size(); ++i) {
      const Score bound = answer.met[i].red_value;
      const SetupId red = units[index].reds[i];
      if (bound >= std::max(lowest, cut_.cutoff(red)) && bound <= highest)
        found[index].push_back({bound, red});
    }
    pairs_ += answer.pairs;
    meter.advance(answer.met.size());
    return ok_status();
  };
  if (const Status status = workers.compute(units, take_in, control_); !status) return status;
  for (const std::vector<BoundedRed>& some : found) bounded.insert(bounded.end(), some.begin(), some.end());
  return ok_status();
}

Status FilterRun::scan_all(std::span<BoundedRed> reds) {
  const FilterScan scan(oracle_, row_);
  WorkerPool workers(scan);
  ProgressMeter meter(control_, options_.stage + ": scan", reds.size());
  return scan_in_order(workers, reds, meter);
}

// Scans the best-bounded reds first. The cut is frozen during a block, so that the evaluated pairs do not
// depend on the threads.
Status FilterRun::scan_in_order(WorkerPool<FilterScan>& workers, std::span<BoundedRed> reds,
                                ProgressMeter& meter) {
  run_tbb([&] { tbb::parallel_sort(reds.begin(), reds.end()); });
  while (!reds.empty() && reds.front().bound >= cut_.red_value) {
    const std::size_t size = std::min(options_.block, reds.size());
    std::vector<SetupId> block;
    for (const BoundedRed& red : reds.first(size)) {
      if (red.bound >= cut_.cutoff(red.red)) block.push_back(red.red);
    }
    if (Status status = scan_block(workers, std::move(block)); !status) return status;
    reds = reds.subspan(size);
    meter.advance(size);
  }
  meter.advance(reds.size());
  return ok_status();
}

Status FilterRun::scan_block(WorkerPool<FilterScan>& workers, std::vector<SetupId> block) {
  std::ranges::stable_sort(block, {}, [&](SetupId red) { return oracle_.red_group(red); });
  const std::vector<FilterScan::Unit> units = units_of(block, kScanReds, cut_);
  const auto take_in = [&](std::size_t index, const FilterScan::Answer& answer) {
    keep_standing(units[index], answer);
    return ok_status();
  };
  if (Status status = workers.compute(units, take_in, control_); !status) return status;
  raise_cut();
  return ok_status();
}

void FilterRun::keep_standing(const FilterScan::Unit& unit, const FilterScan::Answer& answer) {
  pairs_ += answer.pairs;
  for (std::size_t i = 0; i < unit.reds.size(); ++i) {
    const auto& [red_value, refuter] = answer.met[i];
    if (red_value >= unit.cut.cutoff(unit.reds[i])) kept_.push_back({unit.reds[i], red_value, refuter});
  }
}

// Moves the cut up to the worst kept red.
void FilterRun::raise_cut() {
  if (kept_.size() < keep_) return;
  const auto worst = kept_.begin() + static_cast<std::ptrdiff_t>(keep_ - 1);
  std::ranges::nth_element(kept_, worst, is_better);
  kept_.resize(keep_);
  cut_ = {kept_.back().red_value, kept_.back().red};
}

}  // namespace

Result<FilterResult> filter(const PairOracle& oracle, std::span<const SetupId> reds,
                            std::span<const SetupId> blues, const FilterOptions& options,
                            const Control& control) {
  return FilterRun(oracle, Reds(reds), blues, options, control).run();
}

Result<FilterResult> filter_all(const PairOracle& oracle, std::span<const SetupId> blues,
                                const FilterOptions& options, const Control& control) {
  return FilterRun(oracle, Reds(oracle.reds()), blues, options, control).run();
}

WorkKind filter_work(std::shared_ptr<const PairOracle> oracle) {
  return offer<FilterScan>(
      [oracle](const FilterScan::Pass& pass) { return std::make_shared<FilterScan>(*oracle, pass.blues); });
}

}  // namespace tabiya::booksearch
