#include "booksearch/row_search.h"

#include "booksearch/near_answers.h"

namespace tabiya::booksearch {

namespace {

// With one reply. The searcher has been set to the red.
Row begin_row(PairSearcher& searcher, SetupId red, SetupId reply, int depth) {
  const PairSearchResult result = searcher.search(reply, depth, -kInfiniteScore, kInfiniteScore);
  return {red, reply, result.red_value, result.nodes};
}

}  // namespace

Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control, Score cutoff) {
  searcher.set_red(red);
  const Row row = begin_row(searcher, red, replies.front(), depth);
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
  if (replies_.answers != nullptr) {
    const std::vector<SetupId> near = replies_.answers->of(entrant.red, replies_.near);
    order.insert(order.end(), near.begin(), near.end());
  }
  order.insert(order.end(), replies_.shared.begin(), replies_.shared.end());

  seen_.clear();
  std::vector<SetupId> rest;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (seen_.insert(order[i]).second && i >= tried) rest.push_back(order[i]);
  }
  return rest;
}

Result<Row> RowSearcher::search(const Entrant& entrant, int depth, const Control& control) {
  std::vector<SetupId> replies = candidates(entrant);
  const Score cutoff = entrant.cutoff.value_or(-kInfiniteScore);
  pairs_->set_red(entrant.red);
  std::optional<Row> row;
  if (entrant.red_value) {
    row = Row{entrant.red, *entrant.reply, *entrant.red_value};
  } else if (entrant.reply) {
    row = begin_row(*pairs_, entrant.red, *entrant.reply, depth);
  }
  if (row && row->red_value < cutoff) return *row;

  if (!entrant.red_value || replies_.answers != nullptr) {
    if (entrant.red_value) replies.insert(replies.begin(), *entrant.reply);  // what others are compared with
    Result<Sifted> sifted = sift(*pairs_, replies, sieve_levels(depth, replies_.sieve), control);
    if (!sifted) return sifted.error();
    replies = std::move(sifted->replies);
    if (!row) row = begin_row(*pairs_, entrant.red, replies.front(), depth);
    row->nodes += sifted->nodes;
    std::erase(replies, row->reply);
  }
  return improve_row(*pairs_, *row, replies, depth, control, cutoff);
}

}  // namespace tabiya::booksearch
