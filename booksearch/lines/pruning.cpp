#include "booksearch/lines/pruning.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "booksearch/lines/visits.h"
#include "core/book/line_edit.h"

namespace tabiya::booksearch {

PrunedLines prune_lines(const LineBook& book, std::size_t positions) {
  const std::vector<double> visits = line_visits(book, book.meta().tolerance);
  std::vector<LineNode> order(book.size());
  std::iota(order.begin(), order.end(), LineNode{0});
  std::ranges::stable_sort(order, std::greater(), [&](LineNode node) { return visits[node]; });
  order.resize(std::clamp<std::size_t>(positions, std::min<std::size_t>(book.size(), 1), book.size()));
  std::vector<bool> is_kept(book.size());
  for (const LineNode node : order) is_kept[node] = true;
  PrunedLines pruned{keep_lines(book, is_kept), 0};
  double all = 0, kept = 0;
  for (LineNode node = 0; node < book.size(); ++node) {
    if (book.is_over(node)) continue;
    all += visits[node];
    if (pruned.book.find(book[node].key)) kept += visits[node];
  }
  pruned.lost = all > 0 ? 1 - kept / all : 0;
  return pruned;
}

}  // namespace tabiya::booksearch
