#include "booksearch/lines/upper_confidence.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace tabiya::booksearch {
namespace {

class Descents {
 public:
  Descents(const LineGraph& graph, const std::vector<LineNode>& roots, const std::vector<LineValue>& values,
           const ExpansionRules& rules)
      : graph_(graph), values_(values), rules_(rules), roots_(roots), visits_(graph.size()) {
    is_closed_.reserve(graph.size());
    for (LineNode node = 0; node < graph.size(); ++node)
      is_closed_.push_back(is_proven(values[node].value) || values[node].error == 0);
    is_taken_.resize(graph.size());
    count_visits();
  }

  std::vector<Expansion> expansions(std::size_t most) {
    std::vector<Expansion> found;
    while (found.size() < most) {
      std::erase_if(roots_, [this](LineNode root) { return is_closed_[root]; });
      if (roots_.empty()) break;
      if (const auto next =
              descend(*std::ranges::min_element(roots_, {}, [this](LineNode root) { return visits_[root]; })))
        found.push_back(*next);
    }
    return found;
  }

 private:
  // A position counts for those on one shortest way to it.
  void count_visits() {
    constexpr LineNode kNone = std::numeric_limits<LineNode>::max();
    std::vector<LineNode> order, parents(graph_.size(), kNone);
    for (const LineNode root : roots_) {
      parents[root] = root;
      order.push_back(root);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const LineLink& link : graph_[order[i]].links) {
        if (parents[link.to] != kNone) continue;
        parents[link.to] = order[i];
        order.push_back(link.to);
      }
    for (auto node = order.rbegin(); node != order.rend(); ++node) {
      visits_[*node] += 1;
      if (parents[*node] != *node) visits_[parents[*node]] += visits_[*node];
    }
  }

  // Returns nothing where the way ends without a move that comes into the book. Its last position is then closed.
  std::optional<Expansion> descend(LineNode node) {
    std::vector<LineNode> way{node};
    while (true) {
      const LineLink* best = nullptr;
      double bound = outside_bound(node);
      const bool may_follow = static_cast<int>(way.size()) < rules_.bounds.plies;
      for (const LineLink& link : graph_[node].links) {
        if (!may_follow || is_closed_[link.to] || std::ranges::find(way, link.to) != way.end()) continue;
        const double next = bound_of(node, value_of(graph_, node, link, values_), visits_[link.to]);
        if (next <= bound) continue;
        bound = next;
        best = &link;
      }
      if (bound == kNever) {
        is_closed_[node] = true;
        return std::nullopt;
      }
      if (best == nullptr) break;
      way.push_back(node = best->to);
    }
    for (const LineNode passed : way) visits_[passed] += 1;
    is_taken_[node] = true;
    return Expansion{node, *graph_[node].move};
  }

  double outside_bound(LineNode node) const {
    const LinePosition& position = graph_[node];
    const bool is_full =
        position.links.size() >= rules_.bounds.moves[static_cast<std::size_t>(position.side)];
    if (!position.move || is_taken_[node] || is_full) return kNever;
    return bound_of(node, position.outside->score, 1);
  }

  double bound_of(LineNode node, Score value, double visits) const {
    const auto side = static_cast<std::size_t>(graph_[node].side);
    if (values_[node].value - value > rules_.bounds.max_loss[side]) return kNever;
    return value + rules_.costs.confidence * std::sqrt(std::log(visits_[node] + 1) / visits);
  }

  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  const LineGraph& graph_;
  const std::vector<LineValue>& values_;
  const ExpansionRules& rules_;
  std::vector<LineNode> roots_;  // that are open
  std::vector<double> visits_;
  std::vector<bool> is_closed_;  // nothing is to be found behind it
  std::vector<bool> is_taken_;   // its move outside the book comes in
};

}  // namespace

std::vector<Expansion> most_promising(const LineGraph& graph, const std::vector<LineNode>& roots,
                                      const std::vector<LineValue>& values, const ExpansionRules& rules,
                                      std::size_t most) {
  return Descents(graph, roots, values, rules).expansions(most);
}

}  // namespace tabiya::booksearch
