#include "core/book/valued_book.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <tuple>
#include <utility>

namespace tabiya {
namespace {

constexpr BookNode kUnseen = std::numeric_limits<BookNode>::max();

Score in_steps(Score score) {
  return kValueStep * static_cast<Score>(std::lround(static_cast<double>(score) / kValueStep));
}

std::vector<BookLink> best_first(const BookDraft& draft, BookNode node) {
  std::vector<BookLink> links = draft.graph[node].links;
  std::ranges::sort(links, [&](const BookLink& a, const BookLink& b) {
    const Score of_a = value_of(draft.graph, node, a, draft.values);
    const Score of_b = value_of(draft.graph, node, b, draft.values);
    return std::tuple(of_b, a.move) < std::tuple(of_a, b.move);
  });
  return links;
}

// The positions that the roots lead to, in the order of a tour, with a stack of its own.
class Tour {
 public:
  explicit Tour(const BookDraft& draft) : draft_(draft), places_(draft.graph.size(), kUnseen) {}

  void run() {
    for (const BookRoot& root : draft_.roots) {
      visit(root.node);
      while (!open_.empty()) {
        const BookNode node = open_.back();
        open_.pop_back();
        visit(node);
      }
    }
  }

  const std::vector<BookNode>& order() const { return order_; }
  BookNode place(BookNode node) const { return places_[node]; }

 private:
  void visit(BookNode node) {
    if (places_[node] != kUnseen) return;
    places_[node] = static_cast<BookNode>(order_.size());
    order_.push_back(node);
    const std::vector<BookLink> links = best_first(draft_, node);
    for (auto link = links.rbegin(); link != links.rend(); ++link)
      if (places_[link->to] == kUnseen) open_.push_back(link->to);
  }

  const BookDraft& draft_;
  std::vector<BookNode> places_, order_, open_;
};

// A search of a move outside the book.
struct Outside {
  MoveCode move = 0;
  BookValue value{};
  SearchEffort effort = kUnknownEffort;
};

std::optional<Outside> outside_of(const ValuedBook& book, std::optional<BookNode> node) {
  if (!node || !book[*node].outside) return std::nullopt;
  return Outside{*book[*node].outside, book[*node].outside_value, book[*node].effort};
}

bool has_move(const BookGraph& graph, BookNode node, MoveCode move) {
  return std::ranges::count(graph[node].links, move, &BookLink::move) > 0;
}

void set_outside(BookDraft& draft, BookNode node, const std::optional<Outside>& outside) {
  if (!outside) return;
  draft.graph.set_outside(node, outside->move, FoundScore{outside->value.value, outside->value.error == 0},
                          outside->effort);
  draft.outside_errors[node] = outside->value.error;
}

void add_positions(BookDraft& draft, const ValuedBook& book) {
  for (BookNode node = 0; node < book.size(); ++node) draft.graph.add(book[node].key, book[node].side);
  for (BookNode node = 0; node < book.size(); ++node) {
    const BookNode from = *draft.graph.find(book[node].key);
    for (const BookLink& link : book.moves(node))
      if (!has_move(draft.graph, from, link.move))
        draft.graph.link(from, link.move, *draft.graph.find(book[link.to].key));
  }
}

}  // namespace

Score rounded_error(Score error) {
  // A mate that is not sure may leave more than any value.
  return error == 0 ? 0 : std::clamp(in_steps(error), kValueStep, kWinScore);
}

Score rounded_value(Score value) {
  constexpr Score kMost = kMaxEvaluation - kMaxEvaluation % kValueStep;
  return is_proven(value) ? value : std::clamp(in_steps(value), -kMost, kMost);
}

ValuedBook::ValuedBook(const BookDraft& draft) : meta_(draft.meta), roots_(draft.roots) {
  Tour tour(draft);
  tour.run();
  for (BookRoot& root : roots_) root.node = tour.place(root.node);
  positions_.reserve(tour.order().size());
  first_links_.reserve(tour.order().size() + 1);
  for (const BookNode node : tour.order()) {
    const GraphPosition& from = draft.graph[node];
    BookPosition position{from.key, from.side, draft.values[node], from.move, {}, kUnknownEffort};
    if (from.move) {
      position.outside_value = {from.outside->score, draft.outside_errors[node]};
      position.effort = from.effort;
    }
    by_key_.emplace_back(from.key, static_cast<BookNode>(positions_.size()));
    positions_.push_back(position);
    for (const BookLink& link : best_first(draft, node)) links_.push_back({link.move, tour.place(link.to)});
    first_links_.push_back(static_cast<std::uint32_t>(links_.size()));
  }
  std::ranges::sort(by_key_);
}

std::optional<BookNode> ValuedBook::find(PositionKey key) const {
  const auto found = std::ranges::lower_bound(by_key_, key, {}, &std::pair<PositionKey, BookNode>::first);
  if (found == by_key_.end() || found->first != key) return std::nullopt;
  return found->second;
}

ValuedBook finish_book(const BookGraph& graph, std::vector<BookRoot> roots, ValuedBookMeta meta) {
  meta.search_error = rounded_error(meta.search_error);
  meta.repetition = rounded_value(meta.repetition);
  BookDraft draft{std::move(meta), std::move(roots), graph, {}, {}};
  for (BookNode node = 0; node < graph.size(); ++node) {
    const GraphPosition& position = graph[node];
    bool is_proved = false;
    if (position.outside) {
      is_proved = position.outside->is_proved;
      draft.graph.set_outside(node, position.move,
                              FoundScore{rounded_value(position.outside->score), is_proved}, position.effort);
    }
    draft.outside_errors.push_back(is_proved ? 0 : draft.meta.search_error);
  }
  return with_values(std::move(draft));
}

BookDraft draft_of(const ValuedBook& book) {
  BookDraft draft{book.meta(), {book.roots().begin(), book.roots().end()}, {}, {}, {}};
  for (BookNode node = 0; node < book.size(); ++node) draft.graph.add(book[node].key, book[node].side);
  for (BookNode node = 0; node < book.size(); ++node) {
    const BookPosition& position = book[node];
    for (const BookLink& link : book.moves(node)) draft.graph.link(node, link.move, link.to);
    const BookValue outside = book.is_over(node) ? position.value : position.outside_value;
    if (position.outside || book.is_over(node))
      draft.graph.set_outside(node, position.outside, FoundScore{outside.value, outside.error == 0},
                              position.effort);
    draft.outside_errors.push_back(outside.error);
    draft.values.push_back(position.value);
  }
  return draft;
}

SearchEffort effort_told(std::string_view judge) {
  constexpr std::string_view kNodes = "go nodes ";
  std::uint64_t least = 0;
  for (std::size_t at = judge.find(kNodes); at != judge.npos; at = judge.find(kNodes, at + 1)) {
    std::uint64_t nodes = 0;
    const std::string_view number = judge.substr(at + kNodes.size());
    std::from_chars(number.data(), number.data() + number.size(), nodes);
    least = least == 0 ? nodes : std::min(least, nodes);
  }
  return effort_of(static_cast<double>(least));
}

std::vector<double> nodes_behind(const ValuedBook& book) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  std::vector<BookNode> first(book.size(), kUnseen);
  std::vector<double> nodes(book.size());
  for (BookNode node = 0; node < book.size(); ++node)
    for (const BookLink& link : book.moves(node))
      if (link.to > node && first[link.to] == kUnseen) first[link.to] = node;
  for (BookNode node = static_cast<BookNode>(book.size()); node-- > 0;) {
    const BookPosition& position = book[node];
    if (position.outside && position.outside_value.error != 0)
      nodes[node] += position.effort == kUnknownEffort ? kInfinity : nodes_of(position.effort);
    if (first[node] != kUnseen) nodes[first[node]] += nodes[node];
  }
  // All that its value rests on counts elsewhere.
  for (BookNode node = static_cast<BookNode>(book.size()); node-- > 0;)
    if (nodes[node] == 0)
      for (const BookLink& link : book.moves(node)) nodes[node] = std::max(nodes[node], nodes[link.to]);
  for (BookNode node = 0; node < book.size(); ++node)
    if (book[node].value.error == 0) nodes[node] = kInfinity;
  return nodes;
}

std::vector<BookChoice> book_choices(const ValuedBook& book, BookNode node) {
  std::vector<BookChoice> choices;
  for (const BookLink& link : book.moves(node))
    choices.push_back({link.move, book.value_of(node, link), link.to});
  if (book[node].outside) choices.push_back({*book[node].outside, book[node].outside_value, {}});
  std::ranges::stable_sort(choices, std::greater(),
                           [](const BookChoice& choice) { return choice.value.value; });
  return choices;
}

double weight_of_loss(Score loss, Score tolerance) {
  // Even the greatest loss keeps some weight, for callers who ask for all moves.
  constexpr double kLeast = 1e-300;
  return loss > tolerance ? 0 : std::max(kLeast, std::exp2(-static_cast<double>(loss) / kLossOfHalf));
}

std::optional<KnownPosition> known_position(const ValuedBook& book, PositionKey key) {
  const std::optional<BookNode> node = book.find(key);
  if (!node) return std::nullopt;
  return KnownPosition{book[*node].value, book_choices(book, *node), kUnknownEffort};
}

std::vector<BookMove> weighted_moves(PositionKey key, std::span<const BookChoice> choices, Score tolerance) {
  std::vector<BookMove> moves;
  for (const BookChoice& choice : choices) {
    const double weight = weight_of_loss(choices[0].value.value - choice.value.value, tolerance);
    if (weight == 0) continue;
    const auto whole = static_cast<std::uint64_t>(std::llround(static_cast<double>(kBestWeight) * weight));
    moves.push_back({.key = key, .move = choice.move, .weight = std::max<std::uint64_t>(1, whole)});
  }
  return moves;
}

MoveBook move_book_of(const ValuedBook& lines, Score tolerance) {
  MoveBook book;
  for (BookNode node = 0; node < lines.size(); ++node)
    for (const BookMove& move : weighted_moves(lines[node].key, book_choices(lines, node), tolerance))
      book.moves.push_back(move);
  sort_moves(book);
  return book;
}

ValuedBook with_values(BookDraft draft) {
  draft.values = graph_values(draft.graph, draft.meta.repetition, draft.outside_errors);
  for (BookValue& value : draft.values) value.error = rounded_error(value.error);
  return ValuedBook(draft);
}

Result<ValuedBook> merge_valued_books(const ValuedBook& a, const ValuedBook& b) {
  if (a.meta().rules != b.meta().rules || a.meta().repetition != b.meta().repetition)
    return invalid("books of moves of other rules cannot be merged");
  BookDraft draft{a.meta(), {}, {}, {}, {}};
  if (b.meta().judge != a.meta().judge) draft.meta.judge += "; " + b.meta().judge;
  draft.meta.search_error = std::max(a.meta().search_error, b.meta().search_error);
  add_positions(draft, a);
  add_positions(draft, b);
  draft.outside_errors.resize(draft.graph.size());
  for (BookNode node = 0; node < draft.graph.size(); ++node) {
    const auto in_a = a.find(draft.graph[node].key), in_b = b.find(draft.graph[node].key);
    std::optional<Outside> best;
    for (const auto& outside : {outside_of(a, in_a), outside_of(b, in_b)}) {
      if (!outside || has_move(draft.graph, node, outside->move)) continue;
      if (!best || outside->value.error < best->value.error) best = outside;
    }
    set_outside(draft, node, best);
    if (best || !draft.graph[node].links.empty()) continue;
    const BookValue result = in_a ? a[*in_a].value : b[*in_b].value;  // the game is over
    draft.graph.set_outside(node, {}, FoundScore{result.value, result.error == 0});
    draft.outside_errors[node] = result.error;
  }
  for (const ValuedBook* book : {&a, &b}) {
    for (const BookRoot& root : book->roots()) {
      const BookNode node = *draft.graph.find((*book)[root.node].key);
      if (std::ranges::count(draft.roots, node, &BookRoot::node) == 0)
        draft.roots.push_back({root.position, node});
    }
  }
  return with_values(std::move(draft));
}

ValuedBook keep_positions(const ValuedBook& book, const std::vector<bool>& is_kept) {
  const BookDraft whole = draft_of(book);
  const std::vector<double> nodes = nodes_behind(book);
  BookDraft draft{book.meta(), {}, {}, whole.outside_errors, {}};
  for (BookNode node = 0; node < book.size(); ++node) draft.graph.add(book[node].key, book[node].side);
  for (BookNode node = 0; node < book.size(); ++node) {
    draft.graph.set_outside(node, whole.graph[node].move, whole.graph[node].outside,
                            whole.graph[node].effort);
    std::optional<Outside> best = outside_of(book, node);
    for (const BookLink& link : book.moves(node)) {
      const BookValue value = book.value_of(node, link);
      if (is_kept[link.to])
        draft.graph.link(node, link.move, link.to);
      else if (!best || value.value > best->value.value)
        best = Outside{link.move, value, effort_of(nodes[link.to])};
    }
    set_outside(draft, node, best);
  }
  for (const BookRoot& root : book.roots())
    if (is_kept[root.node]) draft.roots.push_back(root);
  return with_values(std::move(draft));
}

}  // namespace tabiya
