#include "booksearch/row_search.h"

namespace tabiya::booksearch {

Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control, Score cutoff) {
  searcher.set_red(red);
  const PairSearchResult first = searcher.search(replies.front(), depth, -kInfiniteScore, kInfiniteScore);
  const Row row{red, replies.front(), first.red_value, first.nodes};
  return improve_row(searcher, row, replies.subspan(1), depth, control, cutoff);
}

Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control, Score cutoff) {
  for (const SetupId reply : replies) {
    if (row.red_value < cutoff) break;
    if (control.stopped()) return Error{ErrorCode::kStopped, "the search was stopped", {}};
    PairSearchResult result = searcher.search(reply, depth, row.red_value - 1, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value >= row.red_value) continue;
    result = searcher.search(reply, depth, -kInfiniteScore, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value < row.red_value) {
      row.improvement += row.red_value - result.red_value;
      row.red_value = result.red_value;
      row.reply = reply;
    }
  }
  return row;
}

std::vector<SetupId> RowSearcher::candidates(const Entrant& entrant) {
  const std::vector<SetupId> own = replies_.lists.best(entrant.red, replies_.own);
  std::vector<SetupId> order;
  if (entrant.reply) order.push_back(*entrant.reply);
  order.insert(order.end(), own.begin(), own.end());
  const std::size_t tried = entrant.red_value ? order.size() : 0;
  order.insert(order.end(), replies_.shared.begin(), replies_.shared.end());

  seen_.clear();
  std::vector<SetupId> rest;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (seen_.insert(order[i]).second && i >= tried) rest.push_back(order[i]);
  }
  return rest;
}

Result<Row> RowSearcher::search(const Entrant& entrant, int depth, const Control& control) {
  const std::vector<SetupId> replies = candidates(entrant);
  const Score cutoff = entrant.cutoff.value_or(-kInfiniteScore);
  if (!entrant.red_value) return search_row(*pairs_, entrant.red, replies, depth, control, cutoff);
  pairs_->set_red(entrant.red);
  return improve_row(*pairs_, {entrant.red, *entrant.reply, *entrant.red_value}, replies, depth, control,
                     cutoff);
}

}  // namespace tabiya::booksearch
