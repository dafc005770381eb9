#include "booksearch/lines/growth.h"

#include <algorithm>
#include <cmath>
#include <optional>
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

BookGrowth::BookGrowth(GrowthRoots roots, const GrowthSettings& settings)
    : root_walks_(std::move(roots)), settings_(settings), stages_(stages_of(settings)) {
  for (std::uint32_t root = 0; root < root_walks_.size(); ++root) questions_.push_back({root, {}, {}});
}

std::vector<BookGrowth::Stage> BookGrowth::stages_of(const GrowthSettings& settings) {
  const ExpansionRules usual{settings.costs, settings.bounds, settings.replies, false};
  std::vector<Stage> stages;
  if (settings.seeds != nullptr) {
    ExpansionRules rules;
    rules.bounds.plies = settings.bounds.plies;
    rules.likelihood = {settings.seeds, {true, true}, 0, 0};
    rules.only_played = true;
    stages.push_back({rules, std::min(settings.seed_positions, settings.positions)});
  }
  stages.push_back({usual, settings.positions});
  if (!settings.focus.empty()) stages.push_back({usual, settings.wanted(), settings.focus});
  return stages;
}

Status BookGrowth::take(std::span<const MoveAnswer> answers) {
  if (root_nodes_.empty()) take_roots(answers);
  // A round asks nothing where its moves are the last ones of their positions, and lead to known ones.
  do {
    for (const Entry& entry : round_)
      if (const Status status = bring_in(entry, answers); !status) return status;
    values_ = graph_values(graph_, {settings_.repetition, search_error()});
    if (const Status status = plan_round(); !status) return status;
  } while (questions_.empty() && !round_.empty());
  return ok_status();
}

void BookGrowth::take_roots(std::span<const MoveAnswer> answers) {
  for (std::uint32_t root = 0; root < root_walks_.size(); ++root) {
    const BookNode node = graph_.add(root_walks_[root]->key(), root_walks_[root]->side_to_move());
    if (node == origins_.size()) origins_.push_back({root, node, 0});
    set_outside(node, answers[root]);
    root_nodes_.push_back(node);
  }
}

void BookGrowth::set_outside(BookNode node, const MoveAnswer& answer) {
  graph_.set_outside(node, answer.move, answer.score, effort_of(static_cast<double>(answer.nodes)));
}

Status BookGrowth::bring_in(const Entry& entry, std::span<const MoveAnswer>& answers) {
  const BookNode to = graph_.add(entry.key, entry.side);
  if (entry.asks_after) {
    origins_.push_back({origins_[entry.node].root, entry.node, entry.move});
    set_outside(to, answers[0]);
    FoundScore found = answers[0].score;
    if (entry.side != graph_[entry.node].side) found.score = -found.score;
    if (entry.rest != Rest::kAsBefore) note_surprise(*graph_[entry.node].outside, found);
    answers = answers.subspan(1);
  }
  graph_.link(entry.node, entry.move, to);
  if (entry.rest == Rest::kAsBefore) return ok_status();
  if (entry.rest == Rest::kNone) {
    graph_.set_outside(entry.node, {}, {});
    return ok_status();
  }
  const auto is_same = [&](const BookLink& link) { return link.move == answers[0].move; };
  if (!answers[0].move || std::ranges::any_of(graph_[entry.node].links, is_same))
    return not_legal(*position(entry.node));
  set_outside(entry.node, answers[0]);
  answers = answers.subspan(1);
  return ok_status();
}

Status BookGrowth::plan_round() {
  round_.clear();
  questions_.clear();
  std::unordered_set<PositionKey> asked;
  for (; stage_ < stages_.size(); ++stage_) {
    const Stage& stage = stages_[stage_];
    while (round_.empty() && graph_.size() < stage.positions) {
      const auto share = static_cast<std::size_t>(kShareOfRound * static_cast<double>(graph_.size()));
      const std::size_t most = std::min(std::max(share, kLeastPerRound), stage.positions - graph_.size());
      const Result<std::vector<BookNode>> from = beginnings(stage);
      if (!from) return from.error();
      const std::vector<Expansion> next =
          next_expansions(graph_, *from, values_, stage.rules, most, refused_);
      if (next.empty()) break;
      for (const Expansion& expansion : next)
        if (const Status status = plan(expansion, asked); !status) return status;
    }
    if (!round_.empty()) return ok_status();
  }
  return ok_status();
}

Result<std::vector<BookNode>> BookGrowth::beginnings(const Stage& stage) const {
  if (stage.focus.empty()) return root_nodes_;
  std::vector<BookNode> nodes;
  for (const PositionKey key : stage.focus) {
    const std::optional<BookNode> node = graph_.find(key);
    if (!node)
      return invalid("position " + std::to_string(nodes.size() + 1) + " of the focus is not among the " +
                     std::to_string(graph_.size()) +
                     " positions of the book: name another one, or let it have more positions");
    nodes.push_back(*node);
  }
  return nodes;
}

std::size_t BookGrowth::focus_reached() const {
  return static_cast<std::size_t>(std::ranges::count_if(
      settings_.focus, [this](PositionKey key) { return graph_.find(key).has_value(); }));
}

// A move of the games that is not legal, which a key that two positions share may bring, is refused once for all.
Status BookGrowth::plan(const Expansion& expansion, std::unordered_set<PositionKey>& asked) {
  const auto [node, move] = expansion;
  const std::unique_ptr<BookWalk> walk = position(node);
  const bool is_found = move == graph_[node].move;
  const std::vector<MoveCode> legal = walk->moves();
  if (std::ranges::find(legal, move) == legal.end()) {
    if (is_found) return not_legal(*walk);
    refused_.insert({node, move});
    return ok_status();
  }
  MoveQuestion rest{origins_[node].root, path_to(node), {}};
  for (const BookLink& link : graph_[node].links) rest.excluded.push_back(link.move);
  rest.excluded.push_back(move);
  walk->play(move);
  const bool is_new = !graph_.find(walk->key()) && asked.insert(walk->key()).second;
  if (is_new) {
    MoveQuestion after{rest.root, rest.moves, {}};
    after.moves.push_back(move);
    questions_.push_back(std::move(after));
  }
  const bool has_rest = rest.excluded.size() < legal.size();
  round_.push_back({node, move, walk->key(), walk->side_to_move(), is_new,
                    !is_found  ? Rest::kAsBefore
                    : has_rest ? Rest::kAsked
                               : Rest::kNone});
  if (is_found && has_rest) questions_.push_back(std::move(rest));
  return ok_status();
}

void BookGrowth::note_surprise(const FoundScore& expected, const FoundScore& found) {
  if (expected.is_proved || found.is_proved || is_proven(expected.score) || is_proven(found.score)) return;
  const double difference = static_cast<double>(found.score) - expected.score;
  surprises_ += difference * difference;
  ++compared_;
}

Score BookGrowth::search_error() const {
  const double count = kFirstCount + static_cast<double>(compared_);
  return static_cast<Score>(
      std::lround(std::sqrt((kFirstCount * kFirstError * kFirstError + surprises_) / count)));
}

std::vector<MoveCode> BookGrowth::path_to(BookNode node) const {
  std::vector<MoveCode> moves;
  for (; origins_[node].parent != node; node = origins_[node].parent) moves.push_back(origins_[node].move);
  std::ranges::reverse(moves);
  return moves;
}

std::unique_ptr<BookWalk> BookGrowth::position(BookNode node) const {
  std::unique_ptr<BookWalk> walk = root_walks_[origins_[node].root]->clone();
  for (const MoveCode move : path_to(node)) walk->play(move);
  return walk;
}

}  // namespace tabiya::booksearch
