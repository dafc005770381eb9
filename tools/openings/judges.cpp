#include "tools/openings/judges.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "booksearch/engines/uci_analyst.h"
#include "tools/cli/failure.h"
#include "tools/cli/game_option.h"

namespace tabiya::tools {
namespace {

using booksearch::Judgement;
using booksearch::Measure;
using booksearch::OpeningJudge;

// Mates and proven ends are larger than every other value, but not so large that a few of them would dominate
// the fit of the drift.
constexpr int kMostCentipawns = 2'000;
constexpr Score kMostLogit = 100'000;

// The judgement of a search whose numbers are from the view of the side to move.
Judgement for_first_side(Judgement judgement, const GamePosition& position) {
  if (position.side_to_move() == 0) return judgement;
  judgement.score = -judgement.score;
  std::swap(judgement.chances[0], judgement.chances[2]);
  return judgement;
}

class EngineJudge final : public OpeningJudge {
 public:
  EngineJudge(const OpeningsJob& job, const Candidates& candidates, UciSettings settings)
      : job_(job), candidates_(candidates), analyst_(game_named(job.game, "game"), std::move(settings)) {}

  Result<Judgement> judge(const booksearch::Question& question) override {
    const PositionHandle position = candidates_.position(question.candidate);
    const Result<UciFinding> finding = analyst_.search(*position, job_.stages[question.stage]);
    if (!finding) return finding.error();
    if (job_.window.measure != Measure::kScore && !finding->answer.wdl)
      return invalid(
          fmt::format("engine '{}' reports no chances of {}", job_.oracle.engine, position->text()));
    return for_first_side(judgement_of(finding->answer), *position);
  }

 private:
  static Judgement judgement_of(const UciAnswer& answer) {
    Judgement judgement;
    const int mate = answer.mate_in.value_or(0) > 0 ? kMostCentipawns : -kMostCentipawns;
    judgement.score = std::clamp(answer.centipawns.value_or(mate), -kMostCentipawns, kMostCentipawns);
    if (answer.wdl) std::ranges::copy(*answer.wdl, judgement.chances.begin());
    judgement.depth = answer.depth;
    judgement.nodes = answer.nodes;
    return judgement;
  }

  const OpeningsJob& job_;
  const Candidates& candidates_;
  UciAnalyst analyst_;
};

class OwnJudge final : public OpeningJudge {
 public:
  OwnJudge(const OpeningsJob& job, const Candidates& candidates, std::unique_ptr<GameEngine> engine)
      : job_(job), candidates_(candidates), engine_(std::move(engine)) {}

  Result<Judgement> judge(const booksearch::Question& question) override {
    const PositionHandle position = candidates_.position(question.candidate);
    const UciLimits& limits = job_.stages[question.stage];
    Limits search;
    if (limits.depth != 0) search.depth = limits.depth;
    if (limits.nodes != 0) search.nodes = limits.nodes;
    engine_->new_game();
    const Result<GameSearchResult> found = engine_->search({&position, 1}, search, {});
    if (!found) return found.error();
    const GameSearchResult& result = *found;
    Judgement judgement;
    judgement.score = std::clamp(result.best.score, -kMostLogit, kMostLogit);
    const double wins = 1 / (1 + std::exp(-static_cast<double>(judgement.score) / 10'000));
    judgement.chances[0] = std::llround(1'000 * wins);
    judgement.chances[2] = 1'000 - judgement.chances[0];
    judgement.depth = result.depth;
    judgement.nodes = static_cast<std::int64_t>(result.nodes);
    return for_first_side(judgement, *position);
  }

 private:
  const OpeningsJob& job_;
  const Candidates& candidates_;
  std::unique_ptr<GameEngine> engine_;
};

JudgeKind engine_judge(const OpeningsJob& job, const Candidates& candidates) {
  const UciSettings settings = engine_settings(job.oracle, game_named(job.game, "game"));
  UciSession session(settings);
  const std::string identity = take(session.identity());
  if (job.window.measure != Measure::kScore && !take(session.tells_chances()))
    throw Failure(fmt::format(
        "engine '{}' has no option UCI_ShowWDL, so it reports no chances; choose a window of score",
        job.oracle.engine));
  return {identity, take(session.name()),
          [&job, &candidates, settings]() -> Result<std::unique_ptr<OpeningJudge>> {
            return std::unique_ptr<OpeningJudge>(std::make_unique<EngineJudge>(job, candidates, settings));
          }};
}

JudgeKind own_judge(const OpeningsJob& job, const Candidates& candidates) {
  const OwnSearch search = own_search(job.oracle, game_named(job.game, "game"));
  return {search.identity, "our own search",
          [&job, &candidates, search]() -> Result<std::unique_ptr<OpeningJudge>> {
            auto engine = search.make_engine();
            if (!engine) return engine.error();
            return std::unique_ptr<OpeningJudge>(
                std::make_unique<OwnJudge>(job, candidates, std::move(engine).value()));
          }};
}

}  // namespace

JudgeKind choose_judge(const OpeningsJob& job, const Candidates& candidates) {
  return job.oracle.engine.empty() ? own_judge(job, candidates) : engine_judge(job, candidates);
}

}  // namespace tabiya::tools
