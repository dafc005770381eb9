#include "booksearch/lines/expansion.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <queue>
#include <tuple>

namespace tabiya::booksearch {
namespace {

constexpr double kUnitOfLoss = 1'000;  // 0.1 logit

// Finds the cheapest paths by Dijkstra's algorithm from the roots.
class CheapestPaths {
 public:
  CheapestPaths(const LineGraph& graph, const std::vector<LineValue>& values, const ExpansionCosts& costs,
                const ExpansionBounds& bounds)
      : graph_(graph), values_(values), costs_(costs), bounds_(bounds), is_settled_(graph.size()) {}

  std::vector<LineNode> expansions(const std::vector<LineNode>& roots, std::size_t most) {
    for (const LineNode root : roots) reached_.emplace(0.0, root, 0);
    while (!reached_.empty()) {
      const auto [cost, node, plies] = reached_.top();
      reached_.pop();
      if (is_settled_[node]) continue;
      is_settled_[node] = true;
      settle(node, cost, plies);
    }
    most = std::min(most, expansions_.size());
    std::ranges::partial_sort(expansions_, expansions_.begin() + static_cast<std::ptrdiff_t>(most));
    std::vector<LineNode> nodes;
    for (std::size_t i = 0; i < most; ++i) nodes.push_back(expansions_[i].second);
    return nodes;
  }

 private:
  using Reached = std::tuple<double, LineNode, int>;  // cost, position, plies

  void settle(LineNode node, double cost, int plies) {
    if (is_proven(values_[node].value) || values_[node].error == 0 || plies >= bounds_.plies) return;
    const LinePosition& position = graph_[node];
    if (position.move) {
      const auto own = move_cost(node, {position.outside->score, values_[node].error});
      if (own)
        expansions_.emplace_back(cost + *own + costs_.width * static_cast<double>(position.links.size()),
                                 node);
    }
    for (const LineLink& link : position.links) {
      const auto step = move_cost(node, {value_of(graph_, node, link, values_), values_[link.to].error});
      if (step && !is_settled_[link.to]) reached_.emplace(cost + *step, link.to, plies + 1);
    }
  }

  // Returns the cost of a move; nothing for a move that loses too much.
  std::optional<double> move_cost(LineNode node, const LineValue& move) const {
    const auto side = static_cast<std::size_t>(graph_[node].side);
    const double loss = static_cast<double>(values_[node].value) - move.value;
    const double doubt = costs_.optimism * std::hypot(values_[node].error, move.error);
    const double sure_loss = std::max(0.0, loss - doubt);
    if (sure_loss > bounds_.max_loss[side]) return std::nullopt;
    return costs_.ply + costs_.loss[side] * sure_loss / kUnitOfLoss;
  }

  const LineGraph& graph_;
  const std::vector<LineValue>& values_;
  const ExpansionCosts& costs_;
  const ExpansionBounds& bounds_;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached_;
  std::vector<bool> is_settled_;
  std::vector<std::pair<double, LineNode>> expansions_;
};

}  // namespace

std::vector<LineNode> next_expansions(const LineGraph& graph, const std::vector<LineNode>& roots,
                                      const std::vector<LineValue>& values, const ExpansionCosts& costs,
                                      const ExpansionBounds& bounds, std::size_t most) {
  return CheapestPaths(graph, values, costs, bounds).expansions(roots, most);
}

}  // namespace tabiya::booksearch
