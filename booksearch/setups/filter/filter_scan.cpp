#include "booksearch/setups/filter/filter_scan.h"

#include <algorithm>

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

}  // namespace tabiya::booksearch
