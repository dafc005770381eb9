#include "tools/lines/line_judges.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/uci_analyst.h"
#include "tools/books/line_result.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {
namespace {

using booksearch::LineAnswer;
using booksearch::LineJudge;
using booksearch::LineQuestion;

// The position of a question, and the moves that may be the answer.
struct AskedPosition {
  std::unique_ptr<BookWalk> walk;
  PositionHandle position;
  std::vector<std::string> moves;  // in wire notation; none: the game is over
};

AskedPosition asked_position(const GameModule& game, const LineRoots& roots, const LineQuestion& question) {
  AskedPosition asked;
  asked.walk = roots[question.root]->clone();
  for (const MoveCode move : question.moves) asked.walk->play(move);
  asked.position = game.parse_position(asked.walk->text()).value();
  if (asked.position->outcome() != Outcome::kOpen) return asked;
  for (const MoveCode move : asked.walk->moves())
    if (std::ranges::find(question.excluded, move) == question.excluded.end())
      asked.moves.push_back(asked.walk->move_text(move).wire);
  return asked;
}

LineAnswer end_of_game(const GamePosition& position) { return {{}, line_result(position.outcome()), 0, 0}; }

Result<LineAnswer> line_answer(const BookWalk& walk, const GameSearchResult& result) {
  const auto move = walk.read(result.best.pv.at(0).wire);
  if (!move) return move.error();
  return LineAnswer{*move,
                    {result.best.score, is_proven(result.best.score)},
                    result.depth,
                    static_cast<std::int64_t>(result.nodes)};
}

class EngineLineJudge final : public LineJudge {
 public:
  EngineLineJudge(const LinesJob& job, const LineRoots& roots, UciSettings settings)
      : job_(job), game_(game_named(job.game, "game")), roots_(roots), analyst_(game_, std::move(settings)) {}

  Result<LineAnswer> judge(const LineQuestion& question) override {
    AskedPosition asked = asked_position(game_, roots_, question);
    if (asked.moves.empty()) return end_of_game(*asked.position);
    UciLimits limits = job_.limits;
    if (!question.excluded.empty()) limits.first_moves = asked.moves;
    const Result<UciFinding> finding = analyst_.search(*asked.position, limits);
    if (!finding) return finding.error();
    return line_answer(*asked.walk, finding->result);
  }

 private:
  const LinesJob& job_;
  const GameModule& game_;
  const LineRoots& roots_;
  UciAnalyst analyst_;
};

class OwnLineJudge final : public LineJudge {
 public:
  OwnLineJudge(const LinesJob& job, const LineRoots& roots, std::unique_ptr<GameEngine> engine)
      : job_(job), game_(game_named(job.game, "game")), roots_(roots), engine_(std::move(engine)) {}

  Result<LineAnswer> judge(const LineQuestion& question) override {
    const AskedPosition asked = asked_position(game_, roots_, question);
    if (asked.moves.empty()) return end_of_game(*asked.position);
    Limits limits;
    if (job_.limits.depth != 0) limits.depth = job_.limits.depth;
    if (job_.limits.nodes != 0) limits.nodes = job_.limits.nodes;
    engine_->new_game();
    const Result<GameSearchResult> found = engine_->search({&asked.position, 1}, limits, {}, asked.moves);
    if (!found) return found.error();
    return line_answer(*asked.walk, *found);
  }

 private:
  const LinesJob& job_;
  const GameModule& game_;
  const LineRoots& roots_;
  std::unique_ptr<GameEngine> engine_;
};

LineJudgeKind engine_judge(const LinesJob& job, const LineRoots& roots) {
  const UciSettings settings = engine_settings(job.oracle, game_named(job.game, "game"));
  UciSession session(settings);
  return {take(session.identity()), take(session.name()),
          [&job, &roots, settings]() -> Result<std::unique_ptr<LineJudge>> {
            return std::unique_ptr<LineJudge>(std::make_unique<EngineLineJudge>(job, roots, settings));
          }};
}

LineJudgeKind own_judge(const LinesJob& job, const LineRoots& roots) {
  const OwnSearch search = own_search(job.oracle, game_named(job.game, "game"));
  return {search.identity, "our own search", [&job, &roots, search]() -> Result<std::unique_ptr<LineJudge>> {
            auto engine = search.make_engine();
            if (!engine) return engine.error();
            return std::unique_ptr<LineJudge>(
                std::make_unique<OwnLineJudge>(job, roots, std::move(engine).value()));
          }};
}

}  // namespace

LineRoots line_roots(const LinesJob& job) {
  const GameModule& game = game_named(job.game, "game");
  LineRoots roots;
  std::set<PositionKey> keys;
  for (const std::string& text : job.roots) {
    std::unique_ptr<BookWalk> walk = game.make_book_walk();
    if (text != "startpos")
      if (const Status status = walk->go_to(text); !status)
        throw Failure(fmt::format("from: '{}': {}", text, status.error().message));
    const PositionHandle position = game.parse_position(walk->text()).value();
    if (position->in_setup_phase())
      throw Failure(fmt::format(
          "from: '{}': the setups are not placed yet; name a book of setups, or a position", text));
    if (position->outcome() != Outcome::kOpen)
      throw Failure(fmt::format("from: '{}': the game is over", text));
    walk->go_to(walk->text()).value();  // as who reads the book begins
    if (keys.insert(walk->key()).second) roots.push_back(std::move(walk));
  }
  return roots;
}

LineRoots copies_of(const LineRoots& roots) {
  LineRoots copies;
  for (const auto& root : roots) copies.push_back(root->clone());
  return copies;
}

LineJudgeKind choose_line_judge(const LinesJob& job, const LineRoots& roots) {
  return job.oracle.engine.empty() ? own_judge(job, roots) : engine_judge(job, roots);
}

}  // namespace tabiya::tools
