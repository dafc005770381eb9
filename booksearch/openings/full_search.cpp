#include "booksearch/openings/full_search.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>

#include "booksearch/openings/stage_drift.h"

namespace tabiya::booksearch {
namespace {

// How much more a stage takes than the one before, as long as none of its searches are known.
constexpr double kFirstGuess = 4;
constexpr double kSureDeviations = 1.959964;  // of a normal distribution, on either side of 95 %

double score_of(const Inquiry& inquiry, std::size_t stage, std::uint32_t candidate) {
  return static_cast<double>(inquiry.known(stage, candidate)->score);
}

// About how much scores change from stage to stage: as much as they differ, as long as none has changed.
double usual_change(const Inquiry& inquiry, std::span<const std::vector<Change>> changes) {
  double squares = 0, count = 0;
  for (const Change& change : changes.back()) {
    squares += (change.after - change.before) * (change.after - change.before);
    ++count;
  }
  for (std::uint32_t candidate = 0; changes.back().empty() && candidate < inquiry.candidates(); ++candidate) {
    if (!inquiry.known(0, candidate)) continue;
    squares += score_of(inquiry, 0, candidate) * score_of(inquiry, 0, candidate);
    ++count;
  }
  return count == 0 ? 1 : std::sqrt(std::max(1.0, squares / count));
}

StageDrift fitted_drift(const Inquiry& inquiry) {
  if (inquiry.stages() == 1) return StageDrift({}, 1);
  const auto changes =
      inquiry.changes([&](std::size_t stage, std::uint32_t i) { return score_of(inquiry, stage, i); });
  return StageDrift(changes, usual_change(inquiry, changes));
}

// A search of the stage, in searches of the first stage.
double cost_of(const Inquiry& inquiry, std::size_t stage) {
  if (stage == 0) return 1;
  const double mean = inquiry.mean_nodes(stage);
  return mean > 0 ? mean / inquiry.mean_nodes(0) : kFirstGuess * cost_of(inquiry, stage - 1);
}

Status search_stage(Inquiry& inquiry, std::size_t stage) {
  std::vector<Question> questions(inquiry.candidates());
  for (std::uint32_t candidate = 0; candidate < inquiry.candidates(); ++candidate)
    questions[candidate] = {candidate, stage};
  const Shard& shard = inquiry.shard();
  const std::uint64_t share = (questions.size() + shard.count - shard.number) / shard.count;
  const auto cost = static_cast<std::uint64_t>(std::max(1.0, std::round(cost_of(inquiry, stage))));
  double later = 0;
  for (std::size_t next = stage + 1; next < inquiry.stages(); ++next)
    later += cost_of(inquiry, next) * static_cast<double>(share);
  ProgressMeter meter(inquiry.control(), "stage " + std::to_string(stage + 1), share * cost, 0, later);
  return inquiry.ask(questions, [&](const Judgement&) { meter.advance(cost); });
}

FullResult result_of(const Inquiry& inquiry) {
  const StageDrift drift = fitted_drift(inquiry);
  FullResult result;
  result.scores.resize(inquiry.candidates());
  for (std::uint32_t candidate = 0; candidate < inquiry.candidates(); ++candidate) {
    const auto stage = inquiry.last_stage_of(candidate);
    if (!stage) continue;
    KnownScore known{*inquiry.known(*stage, candidate), *stage};
    if (inquiry.stages() > 1) {
      const Expectation last = drift.expectation(*stage, score_of(inquiry, *stage, candidate));
      const double margin = kSureDeviations * std::hypot(last.deviation, drift.last_deviation());
      known.interval = {last.mean - margin, last.mean + margin};
    }
    result.scores[candidate] = known;
  }
  for (std::size_t stage = 0; stage < inquiry.stages(); ++stage)
    result.searched.push_back(inquiry.answered(stage));
  result.nodes = inquiry.nodes();
  return result;
}

}  // namespace

Result<FullResult> search_fully(Inquiry& inquiry) {
  bool is_finished = true;
  for (std::size_t stage = 0; is_finished && stage < inquiry.stages(); ++stage) {
    const Status status = search_stage(inquiry, stage);
    if (status) continue;
    if (status.error().code != ErrorCode::kStopped || inquiry.control().interrupted()) return status.error();
    is_finished = false;
  }
  FullResult result = result_of(inquiry);
  result.is_finished = is_finished;
  return result;
}

}  // namespace tabiya::booksearch
