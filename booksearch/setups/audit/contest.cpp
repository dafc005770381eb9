#include "booksearch/setups/audit/contest.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {
namespace {

// Holds a contest. Errors: those of the searcher.
Result<ContestResult> hold(const Contest& contest, PairSearcher& searcher) {
  ContestResult result;
  for (const bool is_a : {true, false}) {
    searcher.set_red(contest.red);
    Result<PairSearchResult> found =
        searcher.search(is_a ? contest.a : contest.b, contest.depth, -kInfiniteScore, kInfiniteScore);
    if (!found) return found.error();
    result.nodes += found->nodes;
    (is_a ? result.a_value : result.b_value) = found->red_value;
    if (is_a) result.a_line = std::move(found->line);
  }
  return result;
}

}  // namespace

Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         std::size_t table_bytes, const Control& control) {
  std::vector<ContestResult> results(contests.size());
  ProgressMeter meter(control, "judge", contests.size());
  tbb::enumerable_thread_specific<std::unique_ptr<PairSearcher>> searchers(
      [&] { return oracle.searcher(table_bytes); });
  std::mutex mutex;
  std::optional<Error> failure;  // the first one
  for_each_index(contests.size(), control, [&](std::size_t i) {
    Result<ContestResult> result = hold(contests[i], *searchers.local());
    if (result) {
      results[i] = *std::move(result);
      return meter.advance(1);
    }
    const std::lock_guard lock(mutex);
    if (!failure) failure = result.error();
  });
  if (failure) return *std::move(failure);
  if (control.stopped()) return Error{ErrorCode::kStopped, "judging was stopped", {}};
  return results;
}

}  // namespace tabiya::booksearch
