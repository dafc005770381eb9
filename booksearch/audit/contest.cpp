#include "booksearch/audit/contest.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <utility>

#include "booksearch/support/parallel.h"

namespace tabiya::booksearch {

Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         std::size_t table_bytes, const Control& control) {
  std::vector<ContestResult> results(contests.size());
  ProgressMeter meter(control, "judge", contests.size());
  tbb::enumerable_thread_specific<std::unique_ptr<PairSearcher>> searchers(
      [&] { return oracle.searcher(table_bytes); });
  for_each_index(contests.size(), control, [&](std::size_t i) {
    const Contest& contest = contests[i];
    const auto searched = [&, &searcher = *searchers.local()](SetupId reply) {
      searcher.set_red(contest.red);
      PairSearchResult found = searcher.search(reply, contest.depth, -kInfiniteScore, kInfiniteScore);
      results[i].nodes += found.nodes;
      return found;
    };
    PairSearchResult a = searched(contest.a);
    results[i].a_value = a.red_value;
    results[i].a_line = std::move(a.line);
    results[i].b_value = searched(contest.b).red_value;
    meter.advance(1);
  });
  if (control.stopped()) return Error{ErrorCode::kStopped, "judging was stopped", {}};
  return results;
}

}  // namespace tabiya::booksearch
