#include "booksearch/engines/uci_game_engine.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "booksearch/engines/centipawns.h"
#include "booksearch/engines/uci_session.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

using Clock = std::chrono::steady_clock;

template <class T>
T smaller(T a, T b) {
  return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b);  // 0: no limit
}

// The finding where the game is over.
GameSearchResult ended(const GamePosition& position) {
  GameSearchResult result;
  if (position.outcome() == Outcome::kWin) result.best.score = win_in(0);
  if (position.outcome() == Outcome::kLoss) result.best.score = loss_in(0);
  return result;
}

class UciGameEngine final : public GameEngine {
 public:
  UciGameEngine(const GameModule& game, UciChoice choice, WhenStopped when_stopped)
      : game_(game),
        limits_(std::move(choice.limits)),
        lines_(choice.settings.lines),
        session_(std::move(choice.settings)),
        when_stopped_(when_stopped) {}

  Status start() {
    const Result<std::string> identity = session_.identity();
    return identity ? ok_status() : Status(identity.error());
  }

  void new_game() override {}
  Result<GameSearchResult> search(std::span<const PositionHandle> line, const Limits& limits,
                                  const Report& report, std::span<const std::string> first_moves) override;
  int table_use() const override { return 0; }
  Result<Score> evaluate(const GamePosition&) const override {
    return unsupported("UCI engines tell no static values");
  }

 private:
  // A position, and the moves that may be the answer, in the engine's notation.
  struct Question {
    const GamePosition& position;
    UciLimits limits;
    std::vector<std::string> moves;
  };
  using OnResult = std::function<void(const GameSearchResult&)>;

  UciLimits limits_with(const Limits& limits) const;
  Result<Question> question_of(const GamePosition& position, const Limits& limits,
                               std::span<const std::string> first_moves);
  Result<GameSearchResult> ask(const Question& question, const OnResult& on_result);
  Status add_next_best(Question& question, GameSearchResult& result);
  Status prepare_for(const GamePosition& position);
  Status check_first_moves(const Question& question);
  Error unusable(const std::string& what);
  std::string told(const GamePosition& position, const MoveText& move) const;
  GameLine line_of(const GamePosition& position, const UciLine& line, const std::string& first) const;
  GameSearchResult result_of(const Question& question, const UciAnswer& answer) const;

  const GameModule& game_;
  const UciLimits limits_;
  const int lines_;
  UciSession session_;
  const WhenStopped when_stopped_;
  bool is_known_ = false;        // what follows
  bool in_variant_ = false;      // it plays GameFacts::uci_variant
  bool tells_lines_ = false;     // more than one of them
  bool keeps_to_moves_ = false;  // this was seen
};

Result<GameSearchResult> UciGameEngine::search(std::span<const PositionHandle> line, const Limits& limits,
                                               const Report& report,
                                               std::span<const std::string> first_moves) {
  const GamePosition& position = *line.back();
  if (position.outcome() != Outcome::kOpen) return ended(position);
  Result<Question> question = question_of(position, limits, first_moves);
  if (!question) return question.error();
  const bool tells_all = lines_ == 1 || tells_lines_;
  GameSearchResult last;
  Result<GameSearchResult> result = ask(*question, [&](const GameSearchResult& iteration) {
    if (!tells_all) return;
    last = iteration;
    if (report) report(iteration);
  });
  if (result && !tells_all)
    if (const Status added = add_next_best(*question, *result); !added) result = added.error();
  if (result) return result;
  if (result.error().code == ErrorCode::kStopped && when_stopped_ == WhenStopped::kFindings) return last;
  return result.error();
}

UciLimits UciGameEngine::limits_with(const Limits& limits) const {
  UciLimits all = limits_;
  if (limits.depth < kMaxDepth) all.depth = smaller(all.depth, limits.depth);
  if (limits.nodes != std::numeric_limits<std::uint64_t>::max()) all.nodes = smaller(all.nodes, limits.nodes);
  if (limits.deadline) {
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(*limits.deadline - Clock::now());
    all.milliseconds = std::max<std::int64_t>(1, left.count());
  }
  return all;
}

Result<UciGameEngine::Question> UciGameEngine::question_of(const GamePosition& position, const Limits& limits,
                                                           std::span<const std::string> first_moves) {
  if (const Status prepared = prepare_for(position); !prepared) return prepared.error();
  Question question{position, limits_with(limits), {}};
  const std::vector<MoveText> legal = position.moves();
  for (const MoveText& move : legal)
    if (first_moves.empty() || std::ranges::find(first_moves, move.wire) != first_moves.end())
      question.moves.push_back(told(position, move));
  if (question.moves.size() == legal.size()) return question;
  if (const Status checked = check_first_moves(question); !checked) return checked.error();
  question.limits.first_moves = question.moves;
  return question;
}

// Adds the next best moves of an engine without MultiPV: each is the best one without the moves before it.
Status UciGameEngine::add_next_best(Question& question, GameSearchResult& result) {
  for (MoveText best = result.best.pv.front(); question.moves.size() > 1;) {
    if (result.others.size() + 1 >= static_cast<std::size_t>(lines_)) break;
    if (question.limits.first_moves.empty()) {
      if (Status checked = check_first_moves(question); !checked) return checked;
    }
    std::erase(question.moves, told(question.position, best));
    question.limits.first_moves = question.moves;
    Result<GameSearchResult> next = ask(question, {});
    if (!next) return next.error();
    best = next->best.pv.front();
    result.nodes += next->nodes;
    result.others.push_back(std::move(next->best));
  }
  return ok_status();
}

Result<GameSearchResult> UciGameEngine::ask(const Question& question, const OnResult& on_result) {
  const std::size_t wanted = std::min(static_cast<std::size_t>(lines_), question.moves.size());
  int reported = 0;  // depth
  const auto on_line = [&](const UciAnswer& answer) {
    const auto is_told = [&](const UciLine& line) {
      return line.has_score() && !line.is_bound && line.depth == answer.depth;
    };
    if (!on_result || answer.depth <= reported || !is_told(answer)) return;
    if (tells_lines_ && answer.others.size() + 1 < wanted) return;
    if (!std::ranges::all_of(answer.others, is_told)) return;
    reported = answer.depth;
    on_result(result_of(question, answer));
  };
  const auto is_wanted = [&](std::string_view move) {
    return std::ranges::find(question.moves, move) != question.moves.end();
  };
  const auto answer = session_.search(question.position.text(), question.limits, is_wanted, on_line);
  if (!answer) return answer.error();
  return result_of(question, *answer);
}

Status UciGameEngine::prepare_for(const GamePosition& position) {
  const std::string variant = concat("UCI_", game_.facts().uci_variant);
  if (!is_known_) {
    const Result<bool> offers_variant = session_.offers(variant), offers_lines = session_.offers("MultiPV");
    if (!offers_variant) return offers_variant.error();
    if (!offers_lines) return offers_lines.error();
    in_variant_ = *offers_variant;
    tells_lines_ = lines_ > 1 && *offers_lines;
    is_known_ = true;
  }
  if (in_variant_ || !game_.needs_variant(position)) return ok_status();
  return unusable(concat("has no option ", variant, ", which is needed for '", position.text(), "'"));
}

Error UciGameEngine::unusable(const std::string& what) {
  const Result<std::string> name = session_.name();
  return name ? invalid(concat("engine ", *name, " ", what, "; name another engine")) : name.error();
}

// An engine that ignores `searchmoves` would give the same answer for all its moves. So it is asked for two
// moves, one by one: its free choice is at most one of them.
Status UciGameEngine::check_first_moves(const Question& question) {
  const std::vector<MoveText> legal = question.position.moves();
  if (keeps_to_moves_ || legal.size() < 2) return ok_status();
  for (const MoveText& move : {legal.front(), legal.back()}) {
    const std::string only = told(question.position, move), position = question.position.text();
    const auto is_any = [](std::string_view) { return true; };
    const UciLimits limits{.depth = 1, .first_moves = {only}};
    const Result<UciAnswer> answer = session_.search(position, limits, is_any);
    if (!answer) return answer.error();
    if (answer->best_move != only)
      return unusable(concat("ignores searchmoves, which are needed to leave moves out: it was sent '", only,
                             "' in '", position, "' and plays '", answer->best_move, "'"));
  }
  keeps_to_moves_ = true;
  return ok_status();
}

std::string UciGameEngine::told(const GamePosition& position, const MoveText& move) const {
  return in_variant_ || game_.facts().uci_variant.empty() ? move.wire
                                                          : game_.move_without_variant(position, move.wire);
}

// Returns the line that begins with the move `first`. It has no other move if the engine told the line of
// another one; otherwise it goes on as far as its moves are legal.
GameLine UciGameEngine::line_of(const GamePosition& position, const UciLine& line,
                                const std::string& first) const {
  GameLine found{score_of(line), {}};
  const bool is_its_line = !line.pv.empty() && line.pv.front() == first;
  PositionHandle here;
  for (const std::string& move : is_its_line ? line.pv : std::vector{first}) {
    const GamePosition& from = here ? *here : position;
    const std::vector<MoveText> legal = from.moves();
    const auto meant =
        std::ranges::find_if(legal, [&](const MoveText& each) { return told(from, each) == move; });
    if (meant == legal.end()) break;
    auto played = from.play(static_cast<std::size_t>(meant - legal.begin()));
    found.pv.push_back(std::move(played->first));
    here = std::move(played->second);
  }
  return found;
}

// Translates an answer, even an unfinished one: its best move is then that of its line.
GameSearchResult UciGameEngine::result_of(const Question& question, const UciAnswer& answer) const {
  std::string best = answer.best_move;
  if (best.empty() && !answer.pv.empty()) best = answer.pv.front();
  GameSearchResult result;
  result.best = line_of(question.position, answer, best);
  result.depth = answer.depth;
  result.deepest = std::max(answer.deepest, answer.selective);
  result.nodes = static_cast<std::uint64_t>(answer.nodes);
  result.chances = answer.wdl;
  if (!tells_lines_) return result;
  for (const UciLine& other : answer.others)
    if (other.has_score() && !other.pv.empty() && other.pv.front() != best)
      result.others.push_back(line_of(question.position, other, other.pv.front()));
  return result;
}

}  // namespace

Score score_of(const UciLine& line) {
  if (line.centipawns)
    return std::clamp(score_of_centipawns(*line.centipawns), -kMaxEvaluation, kMaxEvaluation);
  const int moves = std::clamp(*line.mate_in, -kMaxPly, kMaxPly);
  return moves > 0 ? win_in(2 * moves - 1) : loss_in(-2 * moves);
}

Result<std::unique_ptr<GameEngine>> make_uci_game_engine(const GameModule& game, UciChoice choice,
                                                         WhenStopped when_stopped) {
  auto engine = std::make_unique<UciGameEngine>(game, std::move(choice), when_stopped);
  if (Status started = engine->start(); !started) return started.error();
  return std::unique_ptr<GameEngine>(std::move(engine));
}

}  // namespace tabiya::booksearch
