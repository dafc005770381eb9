#include "booksearch/setups/rows/row_search.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "booksearch/setups/rows/reply_sieve.h"
#include "booksearch/setups/rows/reply_sources.h"

namespace tabiya::booksearch {

namespace {

// Returns the row of a red with one reply. The searcher has been set to the red.
Result<Row> begin_row(PairSearcher& searcher, SetupId red, SetupId reply, int depth) {
  Result<PairSearchResult> result = searcher.search(reply, depth, -kInfiniteScore, kInfiniteScore);
  if (!result) return result.error();
  return Row{red, reply, result->red_value, result->nodes, 0, std::move(result->line)};
}

}  // namespace

Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control, Score cutoff) {
  searcher.set_red(red);
  Result<Row> row = begin_row(searcher, red, replies.front(), depth);
  if (!row) return row;
  return improve_row(searcher, *std::move(row), replies.subspan(1), depth, control, cutoff);
}

Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control, Score cutoff) {
  for (const SetupId reply : replies) {
    if (row.red_value < cutoff) break;
    if (control.stopped()) return Error{ErrorCode::kStopped, "the search was stopped", {}};
    Result<PairSearchResult> result = searcher.search(reply, depth, row.red_value - 1, row.red_value);
    if (!result) return result.error();
    row.nodes += result->nodes;
    if (result->red_value >= row.red_value) continue;
    result = searcher.search(reply, depth, -kInfiniteScore, row.red_value);
    if (!result) return result.error();
    row.nodes += result->nodes;
    if (result->red_value < row.red_value) {
      row.improvement += row.red_value - result->red_value;
      row.red_value = result->red_value;
      row.reply = reply;
      row.line = std::move(result->line);
    }
  }
  return row;
}

Result<Row> RowSearcher::search(const RowTask& row_task, int depth, const Control& control) {
  std::vector<SetupId> replies = candidates_.against(row_task);
  const Score cutoff = row_task.cutoff.value_or(-kInfiniteScore);
  pairs_->set_red(row_task.red);
  std::optional<Row> row;
  const auto begin = [&](SetupId reply) -> Status {
    Result<Row> begun = begin_row(*pairs_, row_task.red, reply, depth);
    if (!begun) return begun.error();
    row = *std::move(begun);
    return ok_status();
  };
  if (row_task.red_value) {
    row = Row{row_task.red, *row_task.reply, *row_task.red_value};
  } else if (row_task.reply) {
    if (const Status status = begin(*row_task.reply); !status) return status.error();
  }
  if (row && row->red_value < cutoff) return *row;

  if (candidates_.are_sifted(row_task)) {
    if (row_task.red_value)
      replies.insert(replies.begin(), *row_task.reply);  // what others are compared with
    Result<Sifted> sifted = sift(*pairs_, replies, sieve_levels(depth, candidates_.sieve()), control);
    if (!sifted) return sifted.error();
    replies = std::move(sifted->replies);
    replies.resize(std::min(replies.size(), candidates_.survivors()));
    if (!row)
      if (const Status status = begin(replies.front()); !status) return status.error();
    row->nodes += sifted->nodes;
    std::erase(replies, row->reply);
  }
  return improve_row(*pairs_, *row, replies, depth, control, cutoff);
}

}  // namespace tabiya::booksearch
