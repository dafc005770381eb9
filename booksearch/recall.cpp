#include "booksearch/recall.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <utility>

#include "booksearch/ladder.h"

namespace tabiya::booksearch {
namespace {

struct Answers {
  std::vector<Row> rows;  // by their reds, ascending
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// The answers to the reds by a job that consists of this stage alone.
Result<Answers> answer(const PairOracle& oracle, const RecallTask& task, JobStage stage,
                       const Control& control) {
  const auto start = std::chrono::steady_clock::now();
  stage.keep = static_cast<std::uint32_t>(task.reds.size());
  Job job;
  job.stages = {stage};
  FilterRound reds;
  for (const SetupId red : task.reds) reds.kept.push_back({red, 0, task.replies.front()});
  Ladder ladder(job, reds);
  ReplyLists replies(oracle, task.replies);
  const auto ignore = [](const Row&) { return ok_status(); };
  while (!ladder.finished()) {
    const StageTask step{ladder.stage(),   ladder.step_name(), ladder.entrants(), replies, {},
                         task.table_bytes, ladder.shared(),    ladder.examples()};
    const Result<std::vector<Row>> rows = run_stage(oracle, step, ignore, control);
    if (!rows) return rows.error();
    ladder.climb(*rows);
  }
  Answers answers{ladder.stages().front()};
  std::ranges::sort(answers.rows, {}, &Row::red);
  for (const Row& row : answers.rows) answers.nodes += row.nodes;
  answers.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return answers;
}

// What Blue loses with each answer: 0 where it is as good as the best one.
std::vector<double> losses(const PairOracle& oracle, const RecallTask& task, const Answers& answers,
                           const Answers& best, int depth) {
  const std::unique_ptr<PairSearcher> searcher = oracle.searcher(task.table_bytes);
  const auto value = [&](const Row& row) { return value_anew(*searcher, row.red, row.reply, depth); };
  std::vector<double> losses;
  for (std::size_t i = 0; i < task.reds.size(); ++i) {
    const bool same = answers.rows[i].reply == best.rows[i].reply;
    losses.push_back(same ? 0 : std::max(0, value(answers.rows[i]) - value(best.rows[i])));
  }
  return losses;
}

}  // namespace

Losses summarize(const std::vector<double>& losses) {
  Losses summary;
  const auto count = static_cast<double>(losses.size());
  double largest = 0;
  for (const double loss : losses) {
    summary.missed += loss > 0 ? 1 : 0;
    summary.mean_loss += loss / count;
    largest = std::max(largest, loss / count);
  }
  double squares = 0;
  for (const double loss : losses) squares += (loss - summary.mean_loss) * (loss - summary.mean_loss);
  const double variance = count > 1 ? squares / (count - 1) / count : 0;  // of the mean
  summary.missed_share = static_cast<double>(summary.missed) / count;
  summary.missed_interval = proportion_interval(static_cast<double>(summary.missed), count);
  summary.loss_interval = nonnegative_mean_interval(summary.mean_loss, variance, largest);
  return summary;
}

Score value_anew(PairSearcher& searcher, SetupId red, SetupId reply, int depth) {
  searcher.set_red(red);
  return searcher.search(reply, depth, -kInfiniteScore, kInfiniteScore).red_value;
}

Result<std::vector<Recall>> measure_recall(const PairOracle& oracle, const RecallTask& task,
                                           const Control& control) {
  const int depth = task.lists.front().depth;
  const Result<Answers> best = answer(oracle, task, {.depth = depth}, control);
  if (!best) return best.error();
  std::vector<Recall> recalls;
  for (const JobStage& list : task.lists) {
    const Result<Answers> answers = answer(oracle, task, list, control);
    if (!answers) return answers.error();
    Recall recall{summarize(losses(oracle, task, *answers, *best, depth)), list};
    recall.nodes = answers->nodes;
    recall.seconds = answers->seconds;
    recall.all_nodes = best->nodes;
    recall.all_seconds = best->seconds;
    recalls.push_back(recall);
  }
  return recalls;
}

}  // namespace tabiya::booksearch
