// The filter finds the setups that are worth playing. It computes the worst case of every red, which is the
// minimum of the static red value over a row of blues, and keeps the best reds.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct WorkKind;

struct FilteredRed {
  SetupId red = 0;
  Score red_value = 0;  // the minimum over the blues
  SetupId refuter = 0;  // the blue that gives it; among equals the one with the smallest id

  bool operator==(const FilteredRed&) const = default;
  static void visit_parts(auto& self, auto& visit) { visit(self.red, self.red_value, self.refuter); }
};

// The total order of the results is best first: by value, then the smaller id.
constexpr bool better(const FilteredRed& a, const FilteredRed& b) {
  return a.red_value != b.red_value ? a.red_value > b.red_value : a.red < b.red;
}

struct FilterOptions {
  std::size_t keep = 0;
  std::size_t block = 1024;      // reds that are scanned between two moves of the cut
  std::string stage = "filter";  // names the progress
  // The number of reds whose bounds are in memory at once, without those that may be kept.
  std::size_t bounded_at_once = std::size_t{1} << 20;
  // The number of reds that may be kept which wait for their scan: more are scanned before others are looked at.
  std::size_t most_waiting = std::size_t{1} << 24;
};

struct FilterResult {
  std::vector<FilteredRed> kept;  // best first; min(keep, number of reds) of them
  std::uint64_t pairs = 0;        // evaluated
};

// Finds the best `keep` of `reds` (different ids, in any order) by their minimum over `blues` (different ids,
// at least one; mirrors are not added). The result is exact: it depends neither on the block size nor on the
// number of threads; `pairs` does not depend on the threads either. It runs on as many threads as the caller has
// (parallel.h). Errors: kStopped.
Result<FilterResult> filter(const PairOracle& oracle, std::span<const SetupId> reds,
                            std::span<const SetupId> blues, const FilterOptions& options,
                            const Control& control = {});

// Filters all normalised reds of the oracle, which may be more than memory holds.
Result<FilterResult> filter_all(const PairOracle& oracle, std::span<const SetupId> blues,
                                const FilterOptions& options, const Control& control = {});

// Offers the scans of other processes' passes (work/shared_units.h).
WorkKind filter_work(std::shared_ptr<const PairOracle> oracle);

}  // namespace tabiya::booksearch
