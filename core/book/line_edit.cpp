#include "core/book/line_edit.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace tabiya {
namespace {

// A search of a move outside the book.
struct Outside {
  MoveCode move = 0;
  LineValue value{};
  SearchEffort effort = kUnknownEffort;
};

std::optional<Outside> outside_of(const LineBook& book, std::optional<LineNode> node) {
  if (!node || !book[*node].outside) return std::nullopt;
  return Outside{*book[*node].outside, book[*node].outside_value, book[*node].effort};
}

bool has_move(const LineGraph& graph, LineNode node, MoveCode move) {
  return std::ranges::count(graph[node].links, move, &LineLink::move) > 0;
}

void set_outside(LineDraft& draft, LineNode node, const std::optional<Outside>& outside) {
  if (!outside) return;
  draft.graph.set_outside(node, outside->move, LineScore{outside->value.value, outside->value.error == 0},
                          outside->effort);
  draft.outside_errors[node] = outside->value.error;
}

void add_positions(LineDraft& draft, const LineBook& book) {
  for (LineNode node = 0; node < book.size(); ++node) draft.graph.add(book[node].key, book[node].side);
  for (LineNode node = 0; node < book.size(); ++node) {
    const LineNode from = *draft.graph.find(book[node].key);
    for (const LineLink& link : book.moves(node))
      if (!has_move(draft.graph, from, link.move))
        draft.graph.link(from, link.move, *draft.graph.find(book[link.to].key));
  }
}

}  // namespace

LineBook with_values(LineDraft draft) {
  draft.values = line_values(draft.graph, draft.meta.repetition, draft.outside_errors);
  for (LineValue& value : draft.values) value.error = rounded_line_error(value.error);
  return LineBook(draft);
}

Result<LineBook> merge_lines(const LineBook& a, const LineBook& b) {
  if (a.meta().rules != b.meta().rules || a.meta().repetition != b.meta().repetition)
    return invalid("books of lines of other rules cannot be merged");
  LineDraft draft{a.meta(), {}, {}, {}, {}};
  if (b.meta().judge != a.meta().judge) draft.meta.judge += "; " + b.meta().judge;
  draft.meta.search_error = std::max(a.meta().search_error, b.meta().search_error);
  add_positions(draft, a);
  add_positions(draft, b);
  draft.outside_errors.resize(draft.graph.size());
  for (LineNode node = 0; node < draft.graph.size(); ++node) {
    const auto in_a = a.find(draft.graph[node].key), in_b = b.find(draft.graph[node].key);
    std::optional<Outside> best;
    for (const auto& outside : {outside_of(a, in_a), outside_of(b, in_b)}) {
      if (!outside || has_move(draft.graph, node, outside->move)) continue;
      if (!best || outside->value.error < best->value.error) best = outside;
    }
    set_outside(draft, node, best);
    if (best || !draft.graph[node].links.empty()) continue;
    const LineValue result = in_a ? a[*in_a].value : b[*in_b].value;  // the game is over
    draft.graph.set_outside(node, {}, LineScore{result.value, result.error == 0});
    draft.outside_errors[node] = result.error;
  }
  for (const LineBook* book : {&a, &b}) {
    for (const LineRoot& root : book->roots()) {
      const LineNode node = *draft.graph.find((*book)[root.node].key);
      if (std::ranges::count(draft.roots, node, &LineRoot::node) == 0)
        draft.roots.push_back({root.position, node});
    }
  }
  return with_values(std::move(draft));
}

LineBook keep_lines(const LineBook& book, const std::vector<bool>& is_kept) {
  const LineDraft whole = draft_of(book);
  const std::vector<double> nodes = nodes_behind(book);
  LineDraft draft{book.meta(), {}, {}, whole.outside_errors, {}};
  for (LineNode node = 0; node < book.size(); ++node) draft.graph.add(book[node].key, book[node].side);
  for (LineNode node = 0; node < book.size(); ++node) {
    draft.graph.set_outside(node, whole.graph[node].move, whole.graph[node].outside,
                            whole.graph[node].effort);
    std::optional<Outside> best = outside_of(book, node);
    for (const LineLink& link : book.moves(node)) {
      const LineValue value = book.value_of(node, link);
      if (is_kept[link.to])
        draft.graph.link(node, link.move, link.to);
      else if (!best || value.value > best->value.value)
        best = Outside{link.move, value, effort_of(nodes[link.to])};
    }
    set_outside(draft, node, best);
  }
  for (const LineRoot& root : book.roots())
    if (is_kept[root.node]) draft.roots.push_back(root);
  return with_values(std::move(draft));
}

}  // namespace tabiya
