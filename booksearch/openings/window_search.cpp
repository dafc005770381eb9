#include "booksearch/openings/window_search.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "booksearch/openings/stage_drift.h"

namespace tabiya::booksearch {
namespace {

// Decisions are looked at again after so many searches at least.
constexpr std::size_t kLeastBatch = 64;
// How much more a stage takes than the one before, as long as none of its searches are known.
constexpr double kFirstGuess = 4;

// A candidate that may be searched in its next stage.
struct Open {
  std::uint32_t candidate = 0;
  std::size_t stage = 0;  // in which it has been searched
  double error = 0;       // the probability that its present decision is wrong
  double nodes = 0;       // that its next search is expected to take
};

double error_of(double probability) { return std::min(probability, 1 - probability); }

class WindowSearch {
 public:
  WindowSearch(const WindowTask& task, JudgePool& judges, JudgementStore& store, const Control& control)
      : task_(task), judges_(judges), store_(store), control_(control), found_(task.stages) {
    for (auto& of_stage : found_) of_stage.resize(task.candidates);
  }

  Status restore() {
    const auto stored = store_.judgements();
    if (!stored) return stored.error();
    for (const auto& [question, judgement] : *stored) {
      if (question.candidate >= task_.candidates || question.stage >= task_.stages)
        return corrupt("the job has no candidate " + std::to_string(question.candidate) + " in stage " +
                       std::to_string(question.stage + 1));
      restored_.emplace_back(question, judgement);
    }
    std::ranges::sort(restored_, {}, [](const auto& entry) { return key_of(entry.first); });
    return ok_status();
  }

  // The passes: everything once, then batches of what is open.
  Result<WindowResult> run() {
    if (const Status status = search_all_once(); !status) return status.error();
    for (;;) {
      decide();
      const std::vector<Open> batch = next_batch();
      if (batch.empty()) break;
      const Status status = search_deeper(batch);
      if (!status && status.error().code == ErrorCode::kStopped && !control_.interrupted()) break;
      if (!status) return status.error();
    }
    decide();
    if (const Status status = store_.flush(); !status) return status.error();
    return result_;
  }

 private:
  using Key = std::pair<std::size_t, std::uint32_t>;
  static Key key_of(const Question& question) { return {question.stage, question.candidate}; }

  Status search_all_once() {
    std::vector<Question> questions;
    for (std::uint32_t candidate = 0; candidate < task_.candidates; ++candidate)
      questions.push_back({candidate, 0});
    ProgressMeter meter(control_, "all once", task_.candidates);
    return ask(questions, [&](const Judgement&) { meter.advance(1); });
  }

  // Progress counts nodes: how many are expected until the decisions are good enough.
  Status search_deeper(const std::vector<Open>& batch) {
    std::vector<Question> questions;
    double nodes = 0;
    for (const Open& open : batch) {
      questions.push_back({open.candidate, open.stage + 1});
      nodes += open.nodes;
    }
    const auto total = static_cast<std::uint64_t>(static_cast<double>(deepened_) + std::max(nodes, ahead_));
    ProgressMeter meter(control_, "deeper", total, deepened_);
    return ask(questions, [&](const Judgement& judgement) {
      deepened_ += static_cast<std::uint64_t>(judgement.nodes);
      meter.advance(static_cast<std::uint64_t>(judgement.nodes));
    });
  }

  // Takes what is stored from there. What an earlier run has stored of later batches is not looked at before
  // their turn: the choice of batches must not depend on where that run was ended.
  template <class OnJudgement>
  Status ask(const std::vector<Question>& questions, OnJudgement&& on_judgement) {
    std::vector<Question> unknown;
    for (const Question& question : questions) {
      if (const Judgement* stored = find_restored(question)) {
        found_[question.stage][question.candidate] = *stored;
        on_judgement(*stored);
      } else {
        unknown.push_back(question);
      }
    }
    const auto on_answer = [&](const Question& question, const Judgement& judgement) -> Status {
      found_[question.stage][question.candidate] = judgement;
      on_judgement(judgement);
      return store_.add(question, judgement);
    };
    const Status status = judges_.run(unknown, on_answer, control_);
    if (const Status flushed = store_.flush(); !flushed) return flushed.error();
    return status;
  }

  const Judgement* find_restored(const Question& question) const {
    const auto found = std::ranges::lower_bound(restored_, key_of(question), {},
                                                [](const auto& entry) { return key_of(entry.first); });
    const bool is_there = found != restored_.end() && key_of(found->first) == key_of(question);
    return is_there ? &found->second : nullptr;
  }

  double coordinate(std::size_t stage, std::uint32_t candidate) const {
    const Measure measure = task_.window.measure;
    return coordinate_of(value_of(*found_[stage][candidate], measure), measure);
  }

  std::size_t last_stage_of(std::uint32_t candidate) const {
    std::size_t stage = task_.stages - 1;
    while (!found_[stage][candidate]) --stage;
    return stage;
  }

  StageDrift fitted_drift() const {
    std::vector<std::vector<Change>> changes(task_.stages - 1);
    for (std::size_t stage = 0; stage + 1 < task_.stages; ++stage) {
      for (std::uint32_t candidate = 0; candidate < task_.candidates; ++candidate) {
        if (found_[stage][candidate] && found_[stage + 1][candidate])
          changes[stage].push_back({coordinate(stage, candidate), coordinate(stage + 1, candidate)});
      }
    }
    return StageDrift(changes, task_.window.half_width());
  }

  void decide() {
    const StageDrift drift = fitted_drift();
    result_ = {std::vector<Verdict>(task_.candidates), std::vector<std::uint64_t>(task_.stages), 0, 0};
    double wrong = 0, belonging = 0;
    for (std::uint32_t candidate = 0; candidate < task_.candidates; ++candidate) {
      const std::size_t stage = last_stage_of(candidate);
      const Expectation expectation = drift.expectation(stage, coordinate(stage, candidate));
      const double probability = task_.window.probability(expectation.mean, expectation.deviation);
      result_.verdicts[candidate] = {*found_[stage][candidate], stage, probability};
      wrong += error_of(probability);
      belonging += probability;
      for (std::size_t i = 0; i <= stage; ++i) {
        ++result_.searched[i];
        result_.nodes += static_cast<std::uint64_t>(found_[i][candidate]->nodes);
      }
    }
    belonging_ = std::max(belonging, 1.0);
    result_.expected_error = wrong / belonging_;
  }

  // The mean of the searches of each stage.
  std::vector<double> nodes_of_stages() const {
    std::vector<double> means;
    for (const auto& of_stage : found_) {
      double sum = 0, count = 0;
      for (const auto& judgement : of_stage) {
        if (judgement) sum += static_cast<double>(judgement->nodes), ++count;
      }
      const double guess = means.empty() ? 1 : kFirstGuess * means.back();
      means.push_back(std::max(1.0, count > 0 ? sum / count : guess));
    }
    return means;
  }

  // Those whose decision is worth most, first.
  std::vector<Open> open_candidates() const {
    const std::vector<double> nodes = nodes_of_stages();
    std::vector<Open> open;
    for (std::uint32_t candidate = 0; candidate < task_.candidates; ++candidate) {
      const Verdict& verdict = result_.verdicts[candidate];
      const double error = error_of(verdict.probability);
      if (verdict.stage + 1 < task_.stages && error > 0)
        open.push_back({candidate, verdict.stage, error, nodes[verdict.stage + 1]});
    }
    std::ranges::stable_sort(open, std::ranges::greater(),
                             [](const Open& candidate) { return candidate.error / candidate.nodes; });
    return open;
  }

  // As many as would do away with half of the errors that are too many, if each were decided by its search;
  // none if there are not too many.
  std::vector<Open> next_batch() {
    double excess = (result_.expected_error - task_.allowed_error) * belonging_;
    if (excess <= 0) return {};
    std::vector<Open> open = open_candidates();
    ahead_ = 0;
    double decided = 0;
    std::size_t size = 0;
    for (const Open& candidate : open) {
      if (decided < excess / 2 || size < kLeastBatch) ++size;
      if (decided < excess) ahead_ += candidate.nodes;
      decided += candidate.error;
    }
    open.resize(size);
    return open;
  }

  const WindowTask& task_;
  JudgePool& judges_;
  JudgementStore& store_;
  const Control& control_;
  std::vector<std::vector<std::optional<Judgement>>> found_;  // by stage and candidate
  std::vector<std::pair<Question, Judgement>> restored_;      // sorted
  WindowResult result_;
  double belonging_ = 1;        // candidates that are expected to belong
  double ahead_ = 0;            // nodes that are expected until the decisions are good enough
  std::uint64_t deepened_ = 0;  // nodes of the batches so far
};

}  // namespace

Result<WindowResult> search_window(const WindowTask& task, JudgePool& judges, JudgementStore& store,
                                   const Control& control) {
  WindowSearch search(task, judges, store, control);
  if (const Status status = search.restore(); !status) return status.error();
  return search.run();
}

}  // namespace tabiya::booksearch
