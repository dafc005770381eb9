#include "booksearch/lines/expansion.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>
#include <queue>
#include <tuple>

namespace tabiya::booksearch {
namespace {

constexpr double kHalfAsLikely = 1'000;  // a loss of 0.1 logit

constexpr double kUnitOfLoss = 1'000;  // 0.1 logit
constexpr double kUnknownLoss =
    100 * kUnitOfLoss;  // of a move that nobody has searched: the games alone speak for it

// Finds the cheapest paths by Dijkstra's algorithm from the roots.
class CheapestPaths {
 public:
  CheapestPaths(const BookGraph& graph, const std::vector<BookValue>& values, const ExpansionRules& rules,
                const RefusedMoves& refused)
      : graph_(graph), values_(values), rules_(rules), refused_(refused), is_settled_(graph.size()) {}

  std::vector<Expansion> expansions(const std::vector<BookNode>& roots, std::size_t most) {
    for (const BookNode root : roots) reached_.emplace(0.0, root, 0);
    while (!reached_.empty()) {
      const auto [cost, node, plies] = reached_.top();
      reached_.pop();
      if (is_settled_[node]) continue;
      is_settled_[node] = true;
      settle(node, cost, plies);
    }
    most = std::min(most, expansions_.size());
    std::ranges::partial_sort(expansions_, expansions_.begin() + static_cast<std::ptrdiff_t>(most));
    std::vector<Expansion> cheapest;
    for (std::size_t i = 0; i < most; ++i) cheapest.push_back(expansions_[i].second);
    return cheapest;
  }

 private:
  using Reached = std::tuple<double, BookNode, int>;  // cost, position, plies

  void settle(BookNode node, double cost, int plies) {
    if (is_proven(values_[node].value) || values_[node].error == 0 || plies >= rules_.bounds.plies) return;
    std::optional<PlayedMoves> played;
    if (rules_.likelihood.is_for(graph_[node].side)) played.emplace(rules_.likelihood, graph_[node].key);
    if (const auto next = cheapest_outside(node, played))
      expansions_.emplace_back(cost + next->first, Expansion{node, next->second});
    for (const BookLink& link : graph_[node].links) {
      const auto step = move_cost(node, link.move, value_of(graph_, node, link, values_), played);
      if (step && !is_settled_[link.to]) reached_.emplace(cost + *step, link.to, plies + 1);
    }
  }

  // The move that comes into the book next at a position, and its cost.
  std::optional<std::pair<double, MoveCode>> cheapest_outside(
      BookNode node, const std::optional<PlayedMoves>& played) const {
    const GraphPosition& position = graph_[node];
    if (!position.move) return std::nullopt;
    const bool is_full =
        position.links.size() >= rules_.bounds.moves[static_cast<std::size_t>(position.side)];
    const double width = played ? 0 : rules_.costs.width * static_cast<double>(position.links.size());
    std::optional<std::pair<double, MoveCode>> next;
    if (!rules_.only_played && (!is_full || is_better_than_the_book(node))) {
      const auto cost = move_cost(node, *position.move, position.outside->score, played);
      if (cost) next.emplace(*cost + width, *position.move);
    }
    if (!played || is_full) return next;
    for (const MoveCode move : played->frequent()) {
      if (std::ranges::count(position.links, move, &BookLink::move) > 0 || refused_.contains({node, move}))
        continue;
      const std::pair cost{-std::log2(played->share_of(move, kUnknownLoss)), move};
      if (!next || cost < *next) next = cost;
      break;  // the others are rarer
    }
    return next;
  }

  bool is_better_than_the_book(BookNode node) const {
    return std::ranges::all_of(graph_[node].links, [&](const BookLink& link) {
      return value_of(graph_, node, link, values_) < graph_[node].outside->score;
    });
  }

  // Returns the cost of a move; nothing for a move that loses too much.
  std::optional<double> move_cost(BookNode node, MoveCode move, Score value,
                                  const std::optional<PlayedMoves>& played) const {
    const auto side = static_cast<std::size_t>(graph_[node].side);
    const double loss = std::max(0.0, static_cast<double>(values_[node].value) - value);
    if (played) return -std::log2(played->share_of(move, loss));
    if (loss > rules_.bounds.max_loss[side]) return std::nullopt;
    return rules_.costs.ply + rules_.costs.loss[side] * loss / kUnitOfLoss;
  }

  const BookGraph& graph_;
  const std::vector<BookValue>& values_;
  const ExpansionRules& rules_;
  const RefusedMoves& refused_;
  std::priority_queue<Reached, std::vector<Reached>, std::greater<>> reached_;
  std::vector<bool> is_settled_;
  std::vector<std::pair<double, Expansion>> expansions_;
};

// The choice by upper confidence bounds, as in trees of Monte Carlo searches (Kocsis and Szepesvári, "Bandit
// based Monte-Carlo planning", ECML 2006), of which books of Go were made: Audouard, Chaslot, Hoock, Perez,
// Rimmel and Teytaud, "Grid coevolution for adaptive simulations", EvoGames 2009. Here a search takes the place
// of their games, and values go up by minimax, not as means.
//
// Each move is found by a way down from the root with the fewest positions behind it: a side plays the move with the
// greatest value + confidence * sqrt(ln N / n), where N and n are how many positions are behind this position and behind
// the move, until that move is outside the book. The bounds of the rules hold; their costs and games do not count.
class Descents {
 public:
  Descents(const BookGraph& graph, const std::vector<BookNode>& roots, const std::vector<BookValue>& values,
           const ExpansionRules& rules)
      : graph_(graph), values_(values), rules_(rules), roots_(roots), visits_(graph.size()) {
    is_closed_.reserve(graph.size());
    for (BookNode node = 0; node < graph.size(); ++node)
      is_closed_.push_back(is_proven(values[node].value) || values[node].error == 0);
    is_taken_.resize(graph.size());
    count_visits();
  }

  std::vector<Expansion> expansions(std::size_t most) {
    std::vector<Expansion> found;
    while (found.size() < most) {
      std::erase_if(roots_, [this](BookNode root) { return is_closed_[root]; });
      if (roots_.empty()) break;
      if (const auto next =
              descend(*std::ranges::min_element(roots_, {}, [this](BookNode root) { return visits_[root]; })))
        found.push_back(*next);
    }
    return found;
  }

 private:
  // A position counts for those on one shortest way to it.
  void count_visits() {
    constexpr BookNode kNone = std::numeric_limits<BookNode>::max();
    std::vector<BookNode> order, parents(graph_.size(), kNone);
    for (const BookNode root : roots_) {
      parents[root] = root;
      order.push_back(root);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (const BookLink& link : graph_[order[i]].links) {
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
  std::optional<Expansion> descend(BookNode node) {
    std::vector<BookNode> way{node};
    while (true) {
      const BookLink* best = nullptr;
      double bound = outside_bound(node);
      const bool may_follow = static_cast<int>(way.size()) < rules_.bounds.plies;
      for (const BookLink& link : graph_[node].links) {
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
    for (const BookNode passed : way) visits_[passed] += 1;
    is_taken_[node] = true;
    return Expansion{node, *graph_[node].move};
  }

  double outside_bound(BookNode node) const {
    const GraphPosition& position = graph_[node];
    const bool is_full =
        position.links.size() >= rules_.bounds.moves[static_cast<std::size_t>(position.side)];
    if (!position.move || is_taken_[node] || is_full) return kNever;
    return bound_of(node, position.outside->score, 1);
  }

  double bound_of(BookNode node, Score value, double visits) const {
    const auto side = static_cast<std::size_t>(graph_[node].side);
    if (values_[node].value - value > rules_.bounds.max_loss[side]) return kNever;
    return value + rules_.costs.confidence * std::sqrt(std::log(visits_[node] + 1) / visits);
  }

  static constexpr double kNever = -std::numeric_limits<double>::infinity();

  const BookGraph& graph_;
  const std::vector<BookValue>& values_;
  const ExpansionRules& rules_;
  std::vector<BookNode> roots_;  // that are open
  std::vector<double> visits_;
  std::vector<bool> is_closed_;  // nothing is to be found behind it
  std::vector<bool> is_taken_;   // its move outside the book comes in
};

}  // namespace

PlayedMoves::PlayedMoves(const Likelihood& likelihood, PositionKey key)
    : likelihood_(likelihood),
      moves_(likelihood.games->find(key)),
      total_(static_cast<double>(total_weight(moves_))) {}

double PlayedMoves::share_of(MoveCode move, double loss) const {
  const auto played = std::ranges::find(moves_, move, &BookMove::move);
  const double count = played == moves_.end() ? 0 : static_cast<double>(played->weight);
  const double expected = likelihood_.smoothing * std::exp2(-1 - loss / kHalfAsLikely);
  // Nothing is impossible, so that the cost of a move is finite.
  constexpr double kLeast = 1e-9;
  return std::max((count + expected) / std::max(total_ + likelihood_.smoothing, kLeast), kLeast);
}

std::vector<MoveCode> PlayedMoves::frequent() const {
  std::vector<BookMove> kept;
  for (const BookMove& move : moves_)
    if (move.weight > 0 && static_cast<double>(move.weight) >= likelihood_.floor * total_)
      kept.push_back(move);
  std::ranges::stable_sort(kept, std::greater(), &BookMove::weight);
  std::vector<MoveCode> codes;
  for (const BookMove& move : kept) codes.push_back(move.move);
  return codes;
}

std::vector<Expansion> next_expansions(const BookGraph& graph, const std::vector<BookNode>& roots,
                                       const std::vector<BookValue>& values, const ExpansionRules& rules,
                                       std::size_t most, const RefusedMoves& refused) {
  if (rules.costs.confidence > 0) return Descents(graph, roots, values, rules).expansions(most);
  return CheapestPaths(graph, values, rules, refused).expansions(roots, most);
}

}  // namespace tabiya::booksearch
