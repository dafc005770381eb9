#include "booksearch/setups/job/recall.h"

#include <algorithm>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>

#include "booksearch/setups/audit/audit.h"
#include "booksearch/setups/job/schedule.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/work/parallel.h"

namespace tabiya::booksearch {
namespace {

// Seconds of one core that the calling thread has used since it began, whatever else the machine does.
double thread_seconds() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The answers of one list, by the places of their reds.
struct Answers {
  std::vector<SetupId> replies;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// The reference's results for one red.
struct Comparison {
  SetupId best = 0;
  std::map<SetupId, Score> values;  // of the answers and of the best reply, Red's view
  double seconds = 0;
};

class Measurement {
 public:
  Measurement(const PairOracle& oracle, const RecallTask& task, const Control& control)
      : oracle_(oracle), task_(task), control_(control) {}

  Result<std::vector<Recall>> run() {
    std::vector<Answers> answers;
    for (const JobStage& list : task_.lists) {
      Result<Answers> found = answer(list);
      if (!found) return found.error();
      answers.push_back(*std::move(found));
    }
    const Result<std::vector<Comparison>> comparisons = compare(answers);
    if (!comparisons) return comparisons.error();
    std::vector<Recall> recalls;
    for (std::size_t i = 0; i < answers.size(); ++i)
      recalls.push_back(recall(task_.lists[i], answers[i], *comparisons));
    return recalls;
  }

 private:
  Result<Answers> answer(JobStage list) const;
  Result<std::vector<Row>> search_step(const StepTask& task, ReplyLists& lists, Answers& answers) const;
  Result<std::vector<Comparison>> compare(const std::vector<Answers>& answers) const;
  Result<Comparison> compare_red(PairSearcher& searcher, ReplyLists& lists, std::span<const SetupId> shared,
                                 SetupId red, const std::vector<SetupId>& answers) const;
  static Recall recall(const JobStage& list, const Answers& answers,
                       const std::vector<Comparison>& comparisons);

  // Calls find(i) for every i below `count` on the threads of the caller, and returns what each call has
  // found.
  template <class Found>
  Result<std::vector<Found>> find_all(const std::string& name, std::size_t count,
                                      const std::function<Result<Found>(std::size_t)>& find) const {
    std::vector<std::optional<Found>> found(count);
    ProgressMeter meter(control_, name, count, 0);
    for_each_index(count, control_, [&](std::size_t i) {
      Result<Found> result = find(i);
      if (!result) return;  // stopped
      found[i] = *std::move(result);
      meter.advance(1);
    });
    std::vector<Found> all;
    for (std::optional<Found>& one : found) {
      if (!one) return Error{ErrorCode::kStopped, "the measurement was stopped", {}};
      all.push_back(*std::move(one));
    }
    return all;
  }

  const PairOracle& oracle_;
  const RecallTask& task_;
  const Control& control_;
};

// Finds the answers of a list. The reds come in with the statically best reply. The lists of replies are new
// ones, so that each list pays for the choice of its candidates.
Result<Answers> Measurement::answer(JobStage list) const {
  list.keep = static_cast<std::uint32_t>(task_.reds.size());
  Job job;
  job.stages = {list};
  ReplyLists lists(oracle_, task_.replies);
  FilterRound reds;
  for (const SetupId red : task_.reds) reds.kept.push_back({red, 0, lists.best(red, 1).front()});
  Schedule schedule(job, reds);
  Answers answers;
  const auto search = [&](const StepTask& task) { return search_step(task, lists, answers); };
  if (const auto end = follow(schedule, search); !end) return end.error();
  std::map<SetupId, SetupId> by_red;
  for (const Row& row : schedule.stages().front()) by_red[row.red] = row.reply;
  for (const SetupId red : task_.reds) answers.replies.push_back(by_red.at(red));
  return answers;
}

struct TimedRow {
  Row row;
  double seconds = 0;
};

Result<std::vector<Row>> Measurement::search_step(const StepTask& task, ReplyLists& lists,
                                                  Answers& answers) const {
  const ReplyCandidates candidates({oracle_, lists, task.stage, task.known});
  PerThread<RowSearcher> searchers([&] { return RowSearcher(oracle_, candidates, task_.table_bytes); });
  const auto find = [&](std::size_t i) -> Result<TimedRow> {
    RowSearcher& searcher = searchers.local();
    const double start = thread_seconds();
    const Result<Row> row = searcher.search(task.row_tasks[i], task.stage.depth, control_);
    if (!row) return row.error();
    return TimedRow{*row, thread_seconds() - start};
  };
  const auto found = find_all<TimedRow>(task.name, task.row_tasks.size(), find);
  if (!found) return found.error();
  std::vector<Row> rows;
  for (const auto& [row, seconds] : *found) {
    rows.push_back(row);
    answers.nodes += row.nodes;
    answers.seconds += seconds;
  }
  return rows;
}

// Returns one comparison for each red, in their order.
Result<std::vector<Comparison>> Measurement::compare(const std::vector<Answers>& answers) const {
  const std::size_t count = task_.reds.size();
  std::vector<std::vector<SetupId>> of_red(count);  // its answers, those of the last list first
  std::vector<Row> all;
  for (std::size_t i = 0; i < count; ++i) {
    for (auto list = answers.rbegin(); list != answers.rend(); ++list) {
      of_red[i].push_back(list->replies[i]);
      all.push_back({task_.reds[i], list->replies[i]});
    }
  }
  const std::vector<SetupId> shared = frequent_answers(all, task_.reference.shared);
  ReplyLists lists(oracle_, task_.replies);
  PerThread<std::unique_ptr<PairSearcher>> searchers([&] { return oracle_.searcher(task_.table_bytes); });
  return find_all<Comparison>("the reference", count, [&](std::size_t i) {
    return compare_red(*searchers.local(), lists, shared, task_.reds[i], of_red[i]);
  });
}

Result<Comparison> Measurement::compare_red(PairSearcher& searcher, ReplyLists& lists,
                                            std::span<const SetupId> shared, SetupId red,
                                            const std::vector<SetupId>& answers) const {
  const double start = thread_seconds();
  const int depth = task_.lists.front().depth + task_.reference.deeper;
  std::vector<SetupId> own;
  if (task_.reference.replies) own = lists.best(red, *task_.reference.replies);
  std::vector<SetupId> candidates;
  std::unordered_set<SetupId> seen;
  for (const std::span<const SetupId> some : {std::span<const SetupId>(answers), {own}, shared})
    for (const SetupId reply : some)
      if (seen.insert(reply).second) candidates.push_back(reply);
  const Result<Row> best = search_row(searcher, red, candidates, depth, control_);
  if (!best) return best.error();

  Comparison comparison{best->reply, {{best->reply, 0}}};
  for (const SetupId reply : answers) comparison.values[reply] = 0;
  for (auto& [reply, value] : comparison.values) {
    if (control_.stopped()) return Error{ErrorCode::kStopped, "the measurement was stopped", {}};
    searcher.set_red(red);  // empties the table
    const Result<PairSearchResult> found = searcher.search(reply, depth, -kInfiniteScore, kInfiniteScore);
    if (!found) return found.error();
    value = found->red_value;
  }
  comparison.seconds = thread_seconds() - start;
  return comparison;
}

Recall Measurement::recall(const JobStage& list, const Answers& answers,
                           const std::vector<Comparison>& comparisons) {
  std::vector<double> losses;
  double reference_seconds = 0;
  for (std::size_t i = 0; i < comparisons.size(); ++i) {
    const auto& [best, values, seconds] = comparisons[i];
    losses.push_back(loss(values.at(answers.replies[i]), values.at(best)));
    reference_seconds += seconds;
  }
  return {summarize(losses), list, answers.nodes, answers.seconds, reference_seconds};
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

Result<std::vector<Recall>> measure_recall(const PairOracle& oracle, const RecallTask& task,
                                           const Control& control) {
  return Measurement(oracle, task, control).run();
}

}  // namespace tabiya::booksearch
