#include "booksearch/openings/engine_opening_judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "booksearch/engines/centipawns.h"
#include "codec/text.h"
#include "core/search/value_text.h"

namespace tabiya::booksearch {
namespace {

// Mates and proven ends are larger than every other value, but not so large that a few of them would dominate
// the fit of the drift.
constexpr int kMostCentipawns = 2'000;
constexpr Score kMostLogit = 100'000;

Judgement for_first_side(Judgement judgement, const GamePosition& position) {
  if (position.side_to_move() == 0) return judgement;
  judgement.score = -judgement.score;
  std::swap(judgement.chances[0], judgement.chances[2]);
  return judgement;
}

Result<Judgement> judge(GameEngine& engine, const OpeningQuestions& questions, const Question& question) {
  const PositionHandle position = questions.position(question.candidate);
  engine.new_game();
  const auto found = engine.search({&position, 1}, questions.stages[question.stage], {});
  if (!found) return found.error();
  Result<Judgement> judgement = questions.read(*found);
  if (!judgement) return invalid(concat("'", position->text(), "': ", judgement.error().message));
  judgement->depth = found->depth;
  judgement->nodes = static_cast<std::int64_t>(found->nodes);
  return for_first_side(*judgement, *position);
}

}  // namespace

Result<Judgement> judged_in_logit(const GameSearchResult& result) {
  Judgement judgement;
  judgement.score = std::clamp(result.best.score, -kMostLogit, kMostLogit);
  const double wins = chance_of(static_cast<double>(judgement.score));
  judgement.chances[0] = std::llround(1'000 * wins);
  judgement.chances[2] = 1'000 - judgement.chances[0];
  return judgement;
}

ReadFinding judged_in_centipawns(bool needs_chances) {
  return [needs_chances](const GameSearchResult& result) -> Result<Judgement> {
    if (needs_chances && !result.chances) return invalid("the engine reports no chances for this position");
    Judgement judgement;
    judgement.score = std::clamp(centipawns(result.best.score), -kMostCentipawns, kMostCentipawns);
    if (result.chances) std::ranges::copy(*result.chances, judgement.chances.begin());
    return judgement;
  };
}

Result<Judgement> judged_by_proof(const GameSearchResult& result) {
  Judgement judgement;
  judgement.score = plies_to_win(result.best.score).value_or(0);
  return judgement;
}

MakeJudge<Question> engine_opening_judges(const OpeningQuestions& questions, MakeEngine make) {
  return judges_with<Question>(std::move(make),
                               [&questions](GameEngine& engine, const Question& question, const Control&) {
                                 return judge(engine, questions, question);
                               });
}

}  // namespace tabiya::booksearch
