#include "booksearch/explain/explanation.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "core/game/board_picture.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

constexpr int kLeastDepth = 2, kMostDepth = 4;  // depths in plies at which a move may look good
constexpr std::size_t kLooksGoodAmong = 2;      // the best so many of such a depth

double chances(Score score) {
  if (is_proven(score)) return score > 0 ? 1 : 0;
  return chance_of(score);
}

std::size_t pieces_on(const GamePosition& position) {
  const BoardPicture picture = position.picture();
  return static_cast<std::size_t>(
      std::ranges::count_if(picture.squares, [](const auto& square) { return square.has_value(); }));
}

// Returns the squares that the first move of a line touches.
std::vector<std::size_t> squares_of_first(const GamePosition& position, const std::vector<MoveText>& line) {
  if (line.empty()) return {};
  const Result<PositionHandle> after = position.after(line.front().wire);
  return after ? (*after)->picture().last_move : std::vector<std::size_t>{};
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

  Result<Explanation> run() {
    base_ = search_twice(position_);
    passed_ = position_->passed();
    if (passed_ != nullptr && passed_->outcome() == Outcome::kOpen) pass_ = search_twice(passed_);
    Explanation explanation{base_.longer, threat(), {}, {}, {}, {}};
    for (const std::size_t side : {0, 1})
      if (auto safety = royal_safety(side, explanation.threat))
        explanation.royals.push_back(*std::move(safety));
    for (const Candidate& candidate : candidates())
      if (auto tempting = judge(candidate)) explanation.tempting.push_back(*std::move(tempting));
    explanation.pieces = piece_worths(engine_, *position_);
    explanation.tempo = tempo();
    if (failure_) return *failure_;
    if (stopped()) return Error{ErrorCode::kStopped, "stopped", {}};
    return explanation;
  }

 private:
  bool stopped() const { return failure_ || (stop_ != nullptr && stop_->load(std::memory_order_relaxed)); }

  // Searches as if nothing had been searched before. It keeps the first error of the engine, and finds
  // nothing after it.
  GameSearchResult search(const PositionHandle& position, Limits limits,
                          const GameEngine::Report& report = {}, std::span<const std::string> moves = {}) {
    if (failure_) return {};
    limits.stop = stop_;
    engine_.new_game();
    Result<GameSearchResult> found = engine_.search({&position, 1}, limits, report, moves);
    if (found) return std::move(found).value();
    failure_ = found.error();
    return {};
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

  // Returns how much worse a position of the other side is than the position, by that one of the two searches
  // which says less.
  double sure_loss(const Searches& other) const {
    return std::min(chances_lost(base_.shorter.best.score, seen_from_before(other.shorter.best.score)),
                    chances_lost(base_.longer.best.score, seen_from_before(other.longer.best.score)));
  }

  std::optional<Threat> threat() {
    if (!pass_) return std::nullopt;
    const double loss = sure_loss(*pass_);
    const Score score = seen_from_before(pass_->longer.best.score);
    if (loss < options_.clear_loss || !is_worse_than_it_stood(score)) return std::nullopt;
    return Threat{score, loss, pass_->longer.best.pv, squares_of_first(*passed_, pass_->longer.best.pv)};
  }

  // Returns nothing where the two searches do not agree.
  std::optional<RoyalSafety> royal_safety(std::size_t side, const std::optional<Threat>& threat) const {
    if (!pass_) return std::nullopt;
    const bool is_own = side == static_cast<std::size_t>(position_->side_to_move());
    const PositionHandle& turn = is_own ? passed_ : position_;
    auto zone = royal_zone(*turn, side);
    if (!zone) return std::nullopt;
    const Searches& attack = is_own ? *pass_ : base_;
    const auto gain = [&](const Score with_turn, const Score passing) {
      if (is_own) return chances_lost(with_turn, seen_from_before(passing));
      return chances_lost(with_turn, static_value(engine_, *position_).value_or(with_turn));
    };
    const double shorter = gain(base_.shorter.best.score, pass_->shorter.best.score),
                 longer = gain(base_.longer.best.score, pass_->longer.best.score);
    const auto wins = [](const GameSearchResult& result) { return result.best.score >= kProvenWin; };
    const bool matters = is_own ? threat.has_value() : sure_loss(*pass_) >= options_.clear_loss;
    const double least = std::min(shorter, longer), most = std::max(shorter, longer);
    const bool falls = wins(attack.shorter) && wins(attack.longer);
    if (falls || (matters && least >= options_.clear_loss)) {
      if (!falls && !attacks_royal(turn, attack.longer.best.pv)) return std::nullopt;
      return RoyalSafety{*std::move(zone), true, least, attack.longer.best.pv};
    }
    if (wins(attack.shorter) || wins(attack.longer) || most >= options_.clear_loss) return std::nullopt;
    return RoyalSafety{*std::move(zone), false, most, {}};
  }

  // True if the value after a pass is clearly worse than the static one, or than the second best move.
  // Otherwise a pass only loses what the best move wins, and there is no threat.
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
    return is_worse_than(
        search(position_, {.nodes = options_.nodes * ExplainOptions::kCheck}, {}, others).best.score);
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

  // Marks the moves that look good at this depth.
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

  // Returns the moves that were asked for, and as many others as options_ wants.
  std::vector<Candidate> candidates() {
    std::vector<Candidate> moves = legal_moves();
    for (int depth = kLeastDepth; depth <= kMostDepth && !stopped(); ++depth) look(moves, depth);
    const MoveText best = base_.longer.best.pv.empty() ? MoveText{} : base_.longer.best.pv.front();
    std::erase_if(moves, [&](const Candidate& move) {
      return !move.is_tempting || (move.move == best && move.why != Temptation::kAsked);
    });
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
    tempting.squares = candidate.after->picture().last_move;
    tempting.is_best = !base_.longer.best.pv.empty() && candidate.move == base_.longer.best.pv.front();
    if (tempting.loss < options_.clear_loss || tempting.is_best)
      return candidate.why == Temptation::kAsked ? std::optional(tempting) : std::nullopt;
    for (auto each = iterations.rbegin(); each != iterations.rend() && loses_clearly(each->second.score);
         ++each) {
      tempting.refuted_at = each->first + 1;
      tempting.refutation = each->second.pv;
    }
    tempting.answer = squares_of_first(*candidate.after, tempting.refutation);
    return tempting;
  }

  bool loses_clearly(Score reply) const {
    return chances_lost(base_.longer.best.score, seen_from_before(reply)) >= options_.clear_loss;
  }

  // Returns half the difference between having the turn and not having it.
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
  PositionHandle passed_;         // null where the game allows no pass
  std::optional<Searches> pass_;  // of that position
  std::optional<Error> failure_;  // of the engine
};

}  // namespace

double chances_lost(Score better, Score worse) { return chances(better) - chances(worse); }

Score seen_from_before(Score reply) {
  if (!is_proven(reply)) return -reply;
  return reply > 0 ? 1 - reply : -1 - reply;  // the end is one ply further away
}

Result<Explanation> explain(GameEngine& engine, const PositionHandle& position, const ExplainOptions& options,
                            const std::atomic<bool>* stop) {
  return Explainer(engine, position, options, stop).run();
}

}  // namespace tabiya::booksearch
