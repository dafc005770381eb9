#include "booksearch/lines/growth.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tabiya::booksearch {
namespace {

// The assumed error of a search before anything is known: 0.15 logit, as if kFirstCount comparisons had shown
// it.
constexpr double kFirstError = 1'500;
constexpr double kFirstCount = 8;

Error not_legal(const BookWalk& walk) {
  return corrupt("a search of " + walk.text() + " has found a move other than those it was asked for");
}

}  // namespace

LineGrowth::LineGrowth(std::vector<std::unique_ptr<BookWalk>> roots, const GrowthSettings& settings)
    : root_walks_(std::move(roots)), settings_(settings) {
  for (std::uint32_t root = 0; root < root_walks_.size(); ++root) questions_.push_back({root, {}, {}});
}

Status LineGrowth::take(std::span<const LineAnswer> answers) {
  if (root_nodes_.empty()) take_roots(answers);
  // A round asks nothing where its moves are the last ones of their positions, and lead to known ones.
  do {
    for (const Expansion& expansion : round_)
      if (const Status status = bring_in(expansion, answers); !status) return status;
    values_ = line_values(graph_, {settings_.repetition, search_error()});
    if (const Status status = plan_round(); !status) return status;
  } while (questions_.empty() && !round_.empty());
  return ok_status();
}

void LineGrowth::take_roots(std::span<const LineAnswer> answers) {
  for (std::uint32_t root = 0; root < root_walks_.size(); ++root) {
    const LineNode node = graph_.add(root_walks_[root]->key(), root_walks_[root]->side_to_move());
    if (node == origins_.size()) origins_.push_back({root, node, 0});
    graph_.set_outside(node, answers[root].move, answers[root].score);
    root_nodes_.push_back(node);
  }
}

Status LineGrowth::bring_in(const Expansion& expansion, std::span<const LineAnswer>& answers) {
  const LineScore expected = *graph_[expansion.node].outside;
  const LineNode to = graph_.add(expansion.key, expansion.side);
  if (expansion.asks_after) {
    origins_.push_back({origins_[expansion.node].root, expansion.node, expansion.move});
    graph_.set_outside(to, answers[0].move, answers[0].score);
    const bool same_side = expansion.side == graph_[expansion.node].side;
    LineScore found = answers[0].score;
    if (!same_side) found.score = -found.score;
    note_surprise(expected, found);
    answers = answers.subspan(1);
  }
  graph_.link(expansion.node, expansion.move, to);
  if (!expansion.asks_rest) {
    graph_.set_outside(expansion.node, {}, {});
    return ok_status();
  }
  const auto is_same = [&](const LineLink& link) { return link.move == answers[0].move; };
  if (!answers[0].move || std::ranges::any_of(graph_[expansion.node].links, is_same))
    return not_legal(*position(expansion.node));
  graph_.set_outside(expansion.node, answers[0].move, answers[0].score);
  answers = answers.subspan(1);
  return ok_status();
}

Status LineGrowth::plan_round() {
  round_.clear();
  questions_.clear();
  if (graph_.size() >= settings_.positions) return ok_status();
  const auto share = static_cast<std::size_t>(kShareOfRound * static_cast<double>(graph_.size()));
  const std::size_t most = std::min(std::max(share, kLeastPerRound), settings_.positions - graph_.size());
  std::unordered_set<PositionKey> asked;
  for (const LineNode node :
       next_expansions(graph_, root_nodes_, values_, settings_.costs, settings_.bounds, most))
    if (const Status status = plan(node, asked); !status) return status;
  return ok_status();
}

Status LineGrowth::plan(LineNode node, std::unordered_set<PositionKey>& asked) {
  const std::unique_ptr<BookWalk> walk = position(node);
  const MoveCode move = *graph_[node].move;
  LineQuestion rest{origins_[node].root, path_to(node), {}};
  for (const LineLink& link : graph_[node].links) rest.excluded.push_back(link.move);
  rest.excluded.push_back(move);
  const std::vector<MoveCode> legal = walk->moves();
  if (std::ranges::find(legal, move) == legal.end()) return not_legal(*walk);
  walk->play(move);
  const bool is_new = !graph_.find(walk->key()) && asked.insert(walk->key()).second;
  if (is_new) {
    LineQuestion after{rest.root, rest.moves, {}};
    after.moves.push_back(move);
    questions_.push_back(std::move(after));
  }
  const bool has_rest = rest.excluded.size() < legal.size();
  round_.push_back({node, move, walk->key(), walk->side_to_move(), is_new, has_rest});
  if (has_rest) questions_.push_back(std::move(rest));
  return ok_status();
}

void LineGrowth::note_surprise(const LineScore& expected, const LineScore& found) {
  if (expected.is_proved || found.is_proved || is_proven(expected.score) || is_proven(found.score)) return;
  const double difference = static_cast<double>(found.score) - expected.score;
  surprises_ += difference * difference;
  ++compared_;
}

Score LineGrowth::search_error() const {
  const double count = kFirstCount + static_cast<double>(compared_);
  return static_cast<Score>(
      std::lround(std::sqrt((kFirstCount * kFirstError * kFirstError + surprises_) / count)));
}

std::vector<MoveCode> LineGrowth::path_to(LineNode node) const {
  std::vector<MoveCode> moves;
  for (; origins_[node].parent != node; node = origins_[node].parent) moves.push_back(origins_[node].move);
  std::ranges::reverse(moves);
  return moves;
}

std::unique_ptr<BookWalk> LineGrowth::position(LineNode node) const {
  std::unique_ptr<BookWalk> walk = root_walks_[origins_[node].root]->clone();
  for (const MoveCode move : path_to(node)) walk->play(move);
  return walk;
}

}  // namespace tabiya::booksearch
