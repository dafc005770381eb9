#include "booksearch/openings/window_search.h"

#include <algorithm>
#include <cmath>

#include "booksearch/openings/stage_drift.h"

namespace tabiya::booksearch {
namespace {

// Decisions are looked at again after this many searches at least.
constexpr std::size_t kLeastBatch = 64;
// If only a few positions are wanted, it is this many: larger batches would search more than are needed.
constexpr std::size_t kLeastBatchOfWanted = 16;

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
  WindowSearch(const WindowTask& task, JudgementCache& judgements)
      : task_(task), judgements_(judgements), last_stage_(judgements.stages() - 1) {}

  // Runs the passes: it searches every candidate once, then batches of the open ones.
  Result<WindowFindings> run() {
    if (const Status status = search_all_once(); !status) return status.error();
    for (;;) {
      decide();
      const std::vector<Open> batch = next_batch();
      result_.is_finished = batch.empty();
      if (batch.empty()) break;
      const Status status = search_deeper(batch);
      if (!status && status.error().code == ErrorCode::kStopped && !judgements_.control().interrupted())
        break;
      if (!status) return status.error();
    }
    if (!result_.is_finished) decide();
    result_.nodes = judgements_.nodes();
    for (std::size_t stage = 0; stage <= last_stage_; ++stage)
      result_.searched.push_back(judgements_.answered(stage));
    return std::move(result_);
  }

 private:
  Status search_all_once() {
    std::vector<Question> questions;
    for (std::uint32_t candidate = 0; candidate < judgements_.candidates(); ++candidate)
      questions.push_back({candidate, 0});
    ProgressMeter meter(judgements_.control(), "all once", judgements_.candidates());
    std::uint64_t done = 0, next_look = kLeastBatch;
    return judgements_.ask(questions, [&](const Judgement&) {
      if (++done == next_look) {
        meter.foresee(work_ahead(done));
        next_look *= 2;
      }
      meter.advance(1);
    });
  }

  Status search_deeper(const std::vector<Open>& batch) {
    const double unit = nodes_of_stages()[0];
    const auto in_units = [&](double nodes) {
      return static_cast<std::uint64_t>(std::llround(nodes / unit));
    };
    std::vector<Question> questions;
    double nodes = 0;
    for (const Open& open : batch) {
      questions.push_back({open.candidate, open.stage + 1});
      nodes += open.nodes;
    }
    const std::uint64_t total = deepened_ + in_units(std::max(nodes, ahead_));
    ProgressMeter meter(judgements_.control(), "deeper", total, deepened_, 0);
    return judgements_.ask(questions, [&](const Judgement& judgement) {
      const std::uint64_t units = in_units(static_cast<double>(judgement.nodes));
      deepened_ += units;
      meter.advance(units);
    });
  }

  // Returns the work of the passes after the first, as far as `done` of its answers predict it.
  double work_ahead(std::uint64_t done) {
    decide();
    next_batch();
    const double known = static_cast<double>(done) / static_cast<double>(judgements_.candidates());
    return ahead_ / nodes_of_stages()[0] / (task_.selection.wanted != 0 ? 1 : known);
  }

  double coordinate(std::size_t stage, std::uint32_t candidate) const {
    const Measure measure = task_.window.measure;
    return coordinate_of(value_of(*judgements_.known(stage, candidate), measure), measure);
  }

  void decide() {
    const StageDrift drift(
        judgements_.changes([&](std::size_t stage, std::uint32_t i) { return coordinate(stage, i); }),
        task_.window.half_width());
    result_ = {};
    result_.memberships.resize(judgements_.candidates());
    double wrong = 0;
    belonging_ = 0;
    for (std::uint32_t candidate = 0; candidate < judgements_.candidates(); ++candidate) {
      const auto stage = judgements_.last_stage_of(candidate);
      if (!stage) continue;
      const Expectation expectation = drift.expectation(*stage, coordinate(*stage, candidate));
      const double probability = task_.window.probability(expectation.mean, expectation.deviation);
      result_.memberships[candidate] = {*judgements_.known(*stage, candidate), *stage, probability};
      wrong += error_of(probability);
      belonging_ += probability;
    }
    belonging_ = std::max(belonging_, 1.0);
    result_.expected_error = wrong / belonging_;
    result_.list = choose(result_.memberships, task_.selection, 0.5);
    if (has_enough()) result_.expected_error = std::min(result_.expected_error, error_of_list());
  }

  bool has_enough() const {
    return task_.selection.wanted != 0 && result_.list.size() == task_.selection.wanted;
  }

  double error_of_list() const {
    double wrong = 0;
    for (const std::uint32_t candidate : result_.list)
      wrong += 1 - result_.memberships[candidate].probability;
    return wrong / static_cast<double>(result_.list.size());
  }

  // Returns the mean nodes of the searches of each stage.
  std::vector<double> nodes_of_stages() const {
    std::vector<double> means;
    for (std::size_t stage = 0; stage <= last_stage_; ++stage) {
      const double guess = means.empty() ? 1 : kFirstCostGuess * means.back();
      const double mean = judgements_.mean_nodes(stage);
      means.push_back(mean > 0 ? mean : guess);
    }
    return means;
  }

  // Returns the next candidates to search; none if the decisions are good enough.
  std::vector<Open> next_batch() {
    ahead_ = 0;
    if (result_.expected_error <= task_.allowed_error) return {};
    const bool are_few_wanted = task_.selection.wanted != 0 && task_.selection.wanted < belonging_;
    return are_few_wanted ? next_batch_of_wanted() : next_batch_of_all();
  }

  // Returns the candidates of the present list that are not sure yet. The less likely they are, the more will
  // have to follow.
  std::vector<Open> next_batch_of_wanted() {
    const std::vector<double> nodes = nodes_of_stages();
    Selection selection = task_.selection;
    selection.wanted += kLeastBatchOfWanted;
    std::vector<Open> open;
    std::size_t place = 0;
    for (const std::uint32_t candidate : choose(result_.memberships, selection, 0)) {
      const Membership& membership = result_.memberships[candidate];
      if (place++ >= task_.selection.wanted && open.size() >= kLeastBatchOfWanted) break;
      if (membership.stage == last_stage_) continue;
      open.push_back({candidate, membership.stage, 1 - membership.probability, nodes[membership.stage + 1]});
      for (std::size_t stage = membership.stage + 1; stage <= last_stage_; ++stage)
        ahead_ += nodes[stage] / std::max(membership.probability, 0.1);
    }
    return open;
  }

  // Returns the candidates whose decision is worth most: as many as would remove half of the excess errors if
  // their searches decided all of them, but at least kLeastBatch.
  std::vector<Open> next_batch_of_all() {
    const double excess = (result_.expected_error - task_.allowed_error) * belonging_;
    std::vector<Open> open = open_candidates();
    double decided = 0;
    std::size_t size = 0;
    for (const Open& candidate : open) {
      if (decided < excess / 2 || size < kLeastBatch) ++size;
      if (decided < excess) ahead_ += candidate.nodes;
      decided += candidate.error;
    }
    open.resize(std::min(size, open.size()));
    return open;
  }

  std::vector<Open> open_candidates() const {
    const std::vector<double> nodes = nodes_of_stages();
    std::vector<Open> open;
    for (std::uint32_t candidate = 0; candidate < judgements_.candidates(); ++candidate) {
      const Membership& membership = result_.memberships[candidate];
      const double error = error_of(membership.probability);
      if (membership.stage < last_stage_ && error > 0)
        open.push_back({candidate, membership.stage, error, nodes[membership.stage + 1]});
    }
    std::ranges::stable_sort(open, std::ranges::greater(),
                             [](const Open& candidate) { return candidate.error / candidate.nodes; });
    return open;
  }

  const WindowTask& task_;
  JudgementCache& judgements_;
  std::size_t last_stage_;
  WindowFindings result_;
  double belonging_ = 1;        // candidates that are expected to belong
  double ahead_ = 0;            // nodes that are expected until the decisions are good enough
  std::uint64_t deepened_ = 0;  // work of the batches so far, as progress counts it
};

}  // namespace

Result<WindowFindings> find_in_window(const WindowTask& task, JudgementCache& judgements) {
  return WindowSearch(task, judgements).run();
}

}  // namespace tabiya::booksearch
