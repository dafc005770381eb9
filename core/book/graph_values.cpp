// Values go up the graph component by component: a component is a set of positions that can be reached from each other, and
// one position by itself almost everywhere. They come in the order in which Tarjan's algorithm (SIAM Journal on Computing 1,
// 1972) finds them: each after those that its moves lead to.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <utility>

#include "core/book/book_graph.h"

namespace tabiya {
namespace {

constexpr std::uint32_t kNotEntered = 0xffffffff;

// Tarjan's algorithm with a stack of its own, since lines may be long.
class Components {
 public:
  explicit Components(const BookGraph& graph)
      : graph_(graph), order_(graph.size(), kNotEntered), low_(graph.size()), is_open_(graph.size()) {}

  // Calls `visit` with the positions of each component.
  template <class Visit>
  void for_each(const Visit& visit) {
    for (BookNode root = 0; root < graph_.size(); ++root)
      if (order_[root] == kNotEntered) search(root, visit);
  }

 private:
  struct Step {
    BookNode node;
    std::size_t next_link;
  };

  void enter(BookNode node) {
    order_[node] = low_[node] = entered_++;
    is_open_[node] = true;
    open_.push_back(node);
    path_.push_back({node, 0});
  }

  template <class Visit>
  void search(BookNode root, const Visit& visit) {
    enter(root);
    while (!path_.empty()) {
      auto& [node, next_link] = path_.back();
      if (next_link < graph_[node].links.size()) {
        const BookNode to = graph_[node].links[next_link++].to;
        if (order_[to] == kNotEntered) {
          enter(to);
        } else if (is_open_[to]) {
          low_[node] = std::min(low_[node], order_[to]);
        }
        continue;
      }
      leave(node, visit);
    }
  }

  template <class Visit>
  void leave(BookNode node, const Visit& visit) {
    path_.pop_back();
    if (!path_.empty()) low_[path_.back().node] = std::min(low_[path_.back().node], low_[node]);
    if (low_[node] != order_[node]) return;
    const auto first = std::find(open_.rbegin(), open_.rend(), node).base() - 1;
    for (auto each = first; each != open_.end(); ++each) is_open_[*each] = false;
    visit(std::span<const BookNode>(first, open_.end()));
    open_.erase(first, open_.end());
  }

  const BookGraph& graph_;
  std::vector<std::uint32_t> order_, low_;
  std::vector<bool> is_open_;
  std::vector<BookNode> open_;
  std::vector<Step> path_;
  std::uint32_t entered_ = 0;
};

// The greater of two normal variables that are independent: its mean, and how far it is from there (Clark, "The greatest of
// a finite set of random variables", Operations Research 9, 1961).
struct Normal {
  double mean = 0;
  double error = 0;
};

Normal greater_of(const Normal& a, const Normal& b) {
  const double spread = std::hypot(a.error, b.error);
  if (spread == 0) return a.mean >= b.mean ? a : b;
  const double distance = (a.mean - b.mean) / spread;
  const double density = std::exp(-distance * distance / 2) / std::sqrt(2 * std::numbers::pi);
  const double a_wins = std::erfc(-distance / std::numbers::sqrt2) / 2, b_wins = 1 - a_wins;
  const double mean = a.mean * a_wins + b.mean * b_wins + spread * density;
  // Moments are taken about a.mean, where no digits are lost.
  const double b_mean = b.mean - a.mean, above = mean - a.mean;
  const double square =
      a.error * a.error * a_wins + (b_mean * b_mean + b.error * b.error) * b_wins + b_mean * spread * density;
  return {mean, std::sqrt(std::max(0.0, square - above * above))};
}

class Values {
 public:
  Values(const BookGraph& graph, Score repetition, std::span<const Score> outside_errors)
      : graph_(graph), repetition_(repetition), outside_errors_(outside_errors) {}

  std::vector<BookValue> take() {
    values_.resize(graph_.size());
    is_inside_.resize(graph_.size());
    Components(graph_).for_each([&](std::span<const BookNode> component) { settle(component); });
    return std::move(values_);
  }

 private:
  // The value of a circle is that of a game which ends as a repetition after n moves in it, for n large
  // enough. Who gains by leaving it can do so within as many moves as it has positions, so that no value
  // changes after as many rounds; the errors follow within as many again.
  void settle(std::span<const BookNode> component) {
    if (component.size() == 1) {
      values_[component[0]] = best_of(component[0]);
      return;
    }
    for (const BookNode node : component)
      values_[node] = {graph_[node].side == 0 ? repetition_ : -repetition_, 0};
    const Score most = greatest_error_out_of(component);
    std::vector<BookValue> next(component.size());
    bool changes = true;
    for (std::size_t round = 0; changes && round < 2 * component.size(); ++round) {
      std::ranges::transform(component, next.begin(), [&](BookNode node) {
        const BookValue best = best_of(node);
        return BookValue{best.value, std::min(best.error, most)};
      });
      changes = false;
      for (std::size_t i = 0; i < component.size(); ++i) {
        changes = changes || values_[component[i]] != next[i];
        values_[component[i]] = next[i];
      }
    }
  }

  // All values of a circle are those of the moves that leave it, or a repetition's, which is sure. Without this bound, errors
  // would grow each time that they go round.
  Score greatest_error_out_of(std::span<const BookNode> component) {
    for (const BookNode node : component) is_inside_[node] = true;
    Score most = 0;
    for (const BookNode node : component) {
      if (graph_[node].outside) most = std::max(most, outside_errors_[node]);
      for (const BookLink& link : graph_[node].links)
        if (!is_inside_[link.to]) most = std::max(most, values_[link.to].error);
    }
    for (const BookNode node : component) is_inside_[node] = false;
    return most;
  }

  BookValue best_of(BookNode node) {
    const GraphPosition& position = graph_[node];
    moves_.clear();
    if (position.outside) moves_.push_back({position.outside->score, outside_errors_[node]});
    for (const BookLink& link : position.links)
      moves_.push_back({value_of(graph_, node, link, values_), values_[link.to].error});
    // Equal ones are sorted by their errors, so that nothing depends on the order of the moves.
    std::ranges::sort(moves_, std::greater<>(),
                      [](const BookValue& move) { return std::pair(move.value, move.error); });
    Normal greatest{static_cast<double>(moves_[0].value), static_cast<double>(moves_[0].error)};
    for (const BookValue& move : std::span(moves_).subspan(1))
      greatest = greater_of(greatest, {static_cast<double>(move.value), static_cast<double>(move.error)});
    const double error = std::hypot(greatest.error, greatest.mean - moves_[0].value);
    return {moves_[0].value, static_cast<Score>(std::lround(error))};
  }

  const BookGraph& graph_;
  const Score repetition_;
  const std::span<const Score> outside_errors_;
  std::vector<BookValue> values_;
  std::vector<BookValue> moves_;  // of one position
  std::vector<bool> is_inside_;   // of one circle
};

}  // namespace

std::vector<BookValue> graph_values(const BookGraph& graph, const BookTerms& terms) {
  std::vector<Score> errors;
  for (BookNode node = 0; node < graph.size(); ++node) {
    const bool is_proved = graph[node].outside && graph[node].outside->is_proved;
    errors.push_back(is_proved ? 0 : terms.search_error);
  }
  return graph_values(graph, terms.repetition, errors);
}

std::vector<BookValue> graph_values(const BookGraph& graph, Score repetition,
                                    std::span<const Score> outside_errors) {
  return Values(graph, repetition, outside_errors).take();
}

}  // namespace tabiya
