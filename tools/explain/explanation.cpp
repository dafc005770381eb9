#include "tools/explain/explanation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/games/board_picture.h"

namespace tabiya::tools {
namespace {

constexpr int kLeastDepth = 2, kMostDepth = 4;  // depths in plies at which a move may look good
constexpr std::size_t kLooksGoodAmong = 2;      // the best so many of such a depth

double chances(Score score) {
  if (is_proven(score)) return score > 0 ? 1 : 0;
  return 1 / (1 + std::exp(-score / 10'000.0));
}

std::size_t pieces_on(const GamePosition& position) {
  const BoardPicture picture = position.picture();
  return static_cast<std::size_t>(
      std::ranges::count_if(picture.squares, [](const auto& square) { return square.has_value(); }));
}

// A legal move, and how it looks at each depth of a short search.
struct Candidate {
  MoveText move;
  PositionHandle after;
  Temptation why = Temptation::kLooksGood;
  double shortfall = std::numeric_limits<
      double>::infinity();  // the least by which it lags behind the best of a depth, in chances
  bool is_tempting = false;
};

// The two searches that a statement rests on.
struct Searches {
  GameSearchResult shorter, longer;
};

class Explainer {
 public:
  Explainer(GameEngine& engine, const PositionHandle& position, const ExplainOptions& options,
            const std::atomic<bool>* stop)
      : engine_(engine), position_(position), options_(options), stop_(stop) {}

  std::optional<Explanation> run() {
    base_ = search_twice(position_);
    Explanation explanation{base_.longer, {}, {}, {}, {}};
    explanation.threat = threat();
    for (const Candidate& candidate : candidates())
      if (auto tempting = judge(candidate)) explanation.tempting.push_back(*std::move(tempting));
    explanation.pieces = piece_worths(engine_, *position_);
    explanation.tempo = tempo();
    if (stopped()) return std::nullopt;
    return explanation;
  }

 private:
  bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

  // As if nothing had been searched before.
  GameSearchResult search(const PositionHandle& position, Limits limits,
                          const GameEngine::Report& report = {}) {
    limits.stop = stop_;
    engine_.new_game();
    return engine_.search({&position, 1}, limits, report);
  }
  GameSearchResult search_nodes(const PositionHandle& position, std::uint64_t nodes,
                                const GameEngine::Report& report = {}) {
    Limits limits;
    limits.nodes = nodes;
    return search(position, limits, report);
  }
  Searches search_twice(const PositionHandle& position, const GameEngine::Report& report_longer = {}) {
    return {search_nodes(position, options_.nodes),
            search_nodes(position, options_.nodes * ExplainOptions::kCheck, report_longer)};
  }

  // How much worse than the position a position of the other side is, by both searches, whichever says less.
  double sure_loss(const Searches& other) const {
    return std::min(chances_lost(base_.shorter.best.score, seen_from_before(other.shorter.best.score)),
                    chances_lost(base_.longer.best.score, seen_from_before(other.longer.best.score)));
  }

  std::optional<Threat> threat() {
    const PositionHandle passed = position_->passed();
    if (passed == nullptr || passed->outcome() != Outcome::kOpen) return std::nullopt;
    const Searches then = search_twice(passed);
    const double loss = sure_loss(then);
    const Score score = seen_from_before(then.longer.best.score);
    if (loss < options_.clear_loss || !is_worse_than_it_stood(score)) return std::nullopt;
    return Threat{score, loss, then.longer.best.pv};
  }

  // Whether the value after a pass is clearly worse than the static one, or than the second best move: otherwise it
  // loses what the best move wins, and there is no threat.
  bool is_worse_than_it_stood(Score after_pass) {
    const auto is_worse_than = [&](Score score) {
      return chances_lost(score, after_pass) >= options_.clear_loss;
    };
    const auto now = static_value(engine_, *position_);
    if (now && is_worse_than(*now)) return true;
    std::vector<std::string> others;
    for (const MoveText& move : position_->moves())
      if (base_.longer.best.pv.empty() || move != base_.longer.best.pv.front()) others.push_back(move.wire);
    if (others.empty()) return true;
    engine_.new_game();
    const Limits limits{.nodes = options_.nodes * ExplainOptions::kCheck, .stop = stop_};
    return is_worse_than(engine_.search({&position_, 1}, limits, {}, others).best.score);
  }

  std::vector<Candidate> legal_moves() const {
    std::vector<Candidate> moves;
    const std::size_t pieces = pieces_on(*position_);
    for (std::size_t place = 0; auto played = position_->play(place); ++place) {
      Candidate candidate{played->first, played->second};
      if (candidate.after->outcome() != Outcome::kOpen) continue;
      if (pieces_on(*candidate.after) < pieces) candidate.why = Temptation::kCaptures;
      const auto is_this = [&](const std::string& asked) {
        return asked == candidate.move.wire || asked == candidate.move.readable;
      };
      if (std::ranges::any_of(options_.asked, is_this)) candidate.why = Temptation::kAsked;
      candidate.is_tempting = candidate.why != Temptation::kLooksGood;
      moves.push_back(std::move(candidate));
    }
    return moves;
  }

  // Marks those that look good at this depth.
  void look(std::vector<Candidate>& moves, int depth) {
    std::vector<std::pair<Score, Candidate*>> ranking;
    for (Candidate& move : moves) {
      Limits limits;
      limits.depth = depth - 1;
      limits.nodes = options_.nodes;
      ranking.emplace_back(seen_from_before(search(move.after, limits).best.score), &move);
    }
    std::ranges::stable_sort(ranking, std::ranges::greater(), &std::pair<Score, Candidate*>::first);
    for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
      Candidate& move = *ranking[rank].second;
      move.shortfall = std::min(move.shortfall, chances_lost(ranking[0].first, ranking[rank].first));
      if (rank < kLooksGoodAmong) move.is_tempting = true;
    }
  }

  // Those asked for, and as many others as options_ wants.
  std::vector<Candidate> candidates() {
    std::vector<Candidate> moves = legal_moves();
    for (int depth = kLeastDepth; depth <= kMostDepth && !stopped(); ++depth) look(moves, depth);
    const MoveText best = base_.longer.best.pv.empty() ? MoveText{} : base_.longer.best.pv.front();
    std::erase_if(moves, [&](const Candidate& move) { return !move.is_tempting || move.move == best; });
    std::ranges::stable_sort(moves, {}, [](const Candidate& move) {
      return std::pair(move.why != Temptation::kAsked, move.shortfall);
    });
    const auto asked =
        static_cast<std::size_t>(std::ranges::count(moves, Temptation::kAsked, &Candidate::why));
    moves.resize(std::min(moves.size(), asked + options_.most_moves));
    return moves;
  }

  std::optional<TemptingMove> judge(const Candidate& candidate) {
    std::vector<std::pair<int, GameLine>> iterations;  // by their depth, of the longer search
    const Searches after = search_twice(candidate.after, [&](const GameSearchResult& iteration) {
      if (iteration.depth > 0) iterations.emplace_back(iteration.depth, iteration.best);
      return true;
    });
    TemptingMove tempting{
        candidate.move, candidate.why, seen_from_before(after.longer.best.score), sure_loss(after), 0, {}};
    if (tempting.loss < options_.clear_loss)
      return candidate.why == Temptation::kAsked ? std::optional(tempting) : std::nullopt;
    for (auto each = iterations.rbegin(); each != iterations.rend() && loses_clearly(each->second.score);
         ++each) {
      tempting.refuted_at = each->first + 1;
      tempting.refutation = each->second.pv;
    }
    return tempting;
  }

  bool loses_clearly(Score reply) const {
    return chances_lost(base_.longer.best.score, seen_from_before(reply)) >= options_.clear_loss;
  }

  // Half the difference between having the turn and not having it.
  std::optional<Score> tempo() const {
    const PositionHandle passed = position_->passed();
    if (passed == nullptr) return std::nullopt;
    const auto with = static_value(engine_, *position_), without = static_value(engine_, *passed);
    if (!with || !without) return std::nullopt;
    return (*with + *without) / 2;
  }

  GameEngine& engine_;
  const PositionHandle& position_;
  const ExplainOptions& options_;
  const std::atomic<bool>* stop_;
  Searches base_;
};

}  // namespace

double chances_lost(Score better, Score worse) { return chances(better) - chances(worse); }

Score seen_from_before(Score reply) {
  if (!is_proven(reply)) return -reply;
  return reply > 0 ? 1 - reply : -1 - reply;  // the end is one ply further away
}

std::optional<Explanation> explain(GameEngine& engine, const PositionHandle& position,
                                   const ExplainOptions& options, const std::atomic<bool>* stop) {
  return Explainer(engine, position, options, stop).run();
}

}  // namespace tabiya::tools
