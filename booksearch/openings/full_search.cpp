#include "booksearch/openings/full_search.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "booksearch/openings/stage_drift.h"

namespace tabiya::booksearch {
namespace {

constexpr double kSureDeviations = 1.959964;  // of a normal distribution, on either side of 95 %

double score_of(const JudgementCache& judgements, std::size_t stage, std::uint32_t candidate) {
  return static_cast<double>(judgements.known(stage, candidate)->score);
}

// Returns about how much scores change from stage to stage. As long as none has changed, it is as much as
// they differ.
double usual_change(const JudgementCache& judgements, std::span<const std::vector<Change>> changes) {
  double squares = 0, count = 0;
  for (const Change& change : changes.back()) {
    squares += (change.after - change.before) * (change.after - change.before);
    ++count;
  }
  for (std::uint32_t candidate = 0; changes.back().empty() && candidate < judgements.candidates();
       ++candidate) {
    if (!judgements.known(0, candidate)) continue;
    squares += score_of(judgements, 0, candidate) * score_of(judgements, 0, candidate);
    ++count;
  }
  return count == 0 ? 1 : std::sqrt(std::max(1.0, squares / count));
}

StageDrift fitted_drift(const JudgementCache& judgements) {
  if (judgements.stages() == 1) return StageDrift({}, 1);
  const auto changes =
      judgements.changes([&](std::size_t stage, std::uint32_t i) { return score_of(judgements, stage, i); });
  return StageDrift(changes, usual_change(judgements, changes));
}

// Returns the cost of a search of the stage, in searches of the first stage.
double cost_of(const JudgementCache& judgements, std::size_t stage) {
  if (stage == 0) return 1;
  const double mean = judgements.mean_nodes(stage);
  return mean > 0 ? mean / judgements.mean_nodes(0) : kFirstCostGuess * cost_of(judgements, stage - 1);
}

Status search_stage(JudgementCache& judgements, std::size_t stage) {
  std::vector<Question> questions(judgements.candidates());
  for (std::uint32_t candidate = 0; candidate < judgements.candidates(); ++candidate)
    questions[candidate] = {candidate, stage};
  const auto cost = static_cast<std::uint64_t>(std::max(1.0, std::round(cost_of(judgements, stage))));
  double later = 0;
  for (std::size_t next = stage + 1; next < judgements.stages(); ++next)
    later += cost_of(judgements, next) * static_cast<double>(questions.size());
  ProgressMeter meter(judgements.control(), "stage " + std::to_string(stage + 1), questions.size() * cost, 0,
                      later);
  return judgements.ask(questions, [&](const Judgement&) { meter.advance(cost); });
}

FullResult result_of(const JudgementCache& judgements) {
  const StageDrift drift = fitted_drift(judgements);
  FullResult result;
  result.scores.resize(judgements.candidates());
  for (std::uint32_t candidate = 0; candidate < judgements.candidates(); ++candidate) {
    const auto stage = judgements.last_stage_of(candidate);
    if (!stage) continue;
    KnownScore known{*judgements.known(*stage, candidate), *stage};
    if (judgements.stages() > 1) {
      const Expectation last = drift.expectation(*stage, score_of(judgements, *stage, candidate));
      const double margin = kSureDeviations * std::hypot(last.deviation, drift.last_deviation());
      known.interval = {last.mean - margin, last.mean + margin};
    }
    result.scores[candidate] = known;
  }
  for (std::size_t stage = 0; stage < judgements.stages(); ++stage)
    result.searched.push_back(judgements.answered(stage));
  result.nodes = judgements.nodes();
  return result;
}

}  // namespace

Result<FullResult> search_fully(JudgementCache& judgements) {
  bool is_finished = true;
  for (std::size_t stage = 0; is_finished && stage < judgements.stages(); ++stage) {
    const Status status = search_stage(judgements, stage);
    if (status) continue;
    if (status.error().code != ErrorCode::kStopped || judgements.control().interrupted())
      return status.error();
    is_finished = false;
  }
  FullResult result = result_of(judgements);
  result.is_finished = is_finished;
  return result;
}

}  // namespace tabiya::booksearch
