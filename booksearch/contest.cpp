#include "booksearch/contest.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>

#include "booksearch/support/parallel.h"

namespace tabiya::booksearch {

Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         int depth, std::size_t table_bytes, const Control& control) {
  std::vector<ContestResult> results(contests.size());
  ProgressMeter meter(control, "judge", contests.size());
  tbb::enumerable_thread_specific<std::unique_ptr<PairSearcher>> searchers(
      [&] { return oracle.searcher(table_bytes); });
  const auto value_of = [&](PairSearcher& searcher, SetupId red, SetupId reply, ContestResult& result) {
    searcher.set_red(red);
    const PairSearchResult found = searcher.search(reply, depth, -kInfiniteScore, kInfiniteScore);
    result.nodes += found.nodes;
    return found.red_value;
  };
  for_each_index(contests.size(), control, [&](std::size_t i) {
    PairSearcher& searcher = *searchers.local();
    results[i].a_value = value_of(searcher, contests[i].red, contests[i].a, results[i]);
    results[i].b_value = value_of(searcher, contests[i].red, contests[i].b, results[i]);
    meter.advance(1);
  });
  if (control.stopped()) return Error{ErrorCode::kStopped, "judging was stopped", {}};
  return results;
}

}  // namespace tabiya::booksearch
