#include "booksearch/recall_curve.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <unordered_set>

#include "booksearch/audit.h"
#include "booksearch/ladder.h"
#include "booksearch/near_answers.h"
#include "booksearch/support/parallel.h"
#include "booksearch/support/thread_time.h"

namespace tabiya::booksearch {
namespace {

Error stopped() { return {ErrorCode::kStopped, "the measurement was stopped", {}}; }

// The answers of a list at a depth: by the places of their reds.
struct Answers {
  std::vector<SetupId> replies;
  std::uint64_t nodes = 0;
  double seconds = 0;
};

// A reply and its value, by its id.
using Values = std::map<SetupId, Score>;

class Curve {
 public:
  Curve(const PairOracle& oracle, const CurveTask& task, const CurveFindings& known,
        const CurveObserver& observer, const Control& control)
      : oracle_(oracle), task_(task), observer_(observer), control_(control) {
    ReplyLists lists(oracle, task.replies);
    for (const SetupId red : task.reds) reds_.kept.push_back({red, 0, lists.best(red, 1).front()});
    for (const CurveRow& row : known.rows) rows_.insert_or_assign(key(row.list, row.round, row.row.red), row);
    for (const CurveJudgement& judgement : known.judgements)
      judgements_.insert_or_assign({judgement.depth, judgement.best.red}, judgement);
  }

  Result<std::vector<CurvePoint>> measure() {
    std::vector<CurvePoint> points;
    for (int depth = task_.least_depth; depth <= task_.most_depth; ++depth) {
      std::vector<Answers> answers;
      for (JobStage list : task_.lists) {
        list.depth = depth;
        Result<Answers> found = answer(list);
        if (!found) return found.error();
        answers.push_back(std::move(*found));
      }
      const Result<std::vector<CurveJudgement>> judgements = judge(depth, answers);
      if (!judgements) return judgements.error();
      for (std::size_t i = 0; i < answers.size(); ++i) {
        points.push_back(point(answers[i], *judgements));
        points.back().list = task_.lists[i];
        points.back().list.depth = depth;
      }
    }
    return points;
  }

 private:
  using Key =
      std::tuple<int, std::uint32_t, std::uint32_t, std::uint32_t, std::uint32_t, std::size_t, SetupId>;
  static Key key(const JobStage& list, std::size_t round, SetupId red) {
    return {list.depth, list.replies, list.shared, list.sieve, list.near, round, red};
  }

  // Calls find(i) below `count` on the threads of the caller, and take(i, what it found) one at a time, those
  // that are `known` first.
  template <class Found>
  Status find_all(const std::string& name, std::vector<std::optional<Found>> known, const auto& find,
                  const auto& take) {
    std::vector<std::size_t> missing;
    for (std::size_t i = 0; i < known.size(); ++i) {
      if (known[i]) {
        take(i, *known[i]);
      } else {
        missing.push_back(i);
      }
    }
    ProgressMeter meter(control_, name, known.size(), known.size() - missing.size());
    std::mutex mutex;
    std::size_t found = 0;
    for_each_index(missing.size(), control_, [&](std::size_t i) {
      const Result<Found> result = find(missing[i]);
      if (!result) return;  // stopped
      const std::lock_guard lock(mutex);
      observe(*result);
      take(missing[i], *result);
      ++found;
      meter.advance(1);
    });
    if (found < missing.size()) return stopped();
    return ok_status();
  }
  void observe(const CurveRow& row) const { observer_.on_row(row); }
  void observe(const CurveJudgement& judgement) const { observer_.on_judgement(judgement); }

  Result<Answers> answer(JobStage list);
  Result<std::vector<CurveRow>> search_step(const Ladder& ladder, ReplyLists& replies);
  Result<std::vector<CurveJudgement>> judge(int depth, const std::vector<Answers>& answers);
  Result<CurveJudgement> judge_red(PairSearcher& searcher, const std::vector<SetupId>& candidates,
                                   const std::vector<SetupId>& answers, int depth, SetupId red) const;
  CurvePoint point(const Answers& answers, const std::vector<CurveJudgement>& judgements) const;

  const PairOracle& oracle_;
  const CurveTask& task_;
  const CurveObserver& observer_;
  const Control& control_;
  FilterRound reds_;
  std::map<Key, CurveRow> rows_;
  std::map<std::pair<int, SetupId>, CurveJudgement> judgements_;
};

// The answers by a job that consists of this list alone, and whose reds come in with the statically best
// reply. The lists of replies are new ones, so that each list pays for the choice of its candidates.
Result<Answers> Curve::answer(JobStage list) {
  list.keep = static_cast<std::uint32_t>(task_.reds.size());
  Job job;
  job.stages = {list};
  ReplyLists replies(oracle_, task_.replies);
  Ladder ladder(job, reds_);
  Answers answers;
  while (!ladder.finished()) {
    const Result<std::vector<CurveRow>> found = search_step(ladder, replies);
    if (!found) return found.error();
    std::vector<Row> rows;
    for (const CurveRow& row : *found) {
      rows.push_back(row.row);
      answers.nodes += row.row.nodes;
      answers.seconds += row.seconds;
    }
    ladder.climb(std::move(rows));
  }
  std::map<SetupId, SetupId> by_red;
  for (const Row& row : ladder.stages().front()) by_red[row.red] = row.reply;
  for (const SetupId red : task_.reds) answers.replies.push_back(by_red.at(red));
  return answers;
}

Result<std::vector<CurveRow>> Curve::search_step(const Ladder& ladder, ReplyLists& replies) {
  const std::span<const Entrant> entrants = ladder.entrants();
  const JobStage& list = ladder.stage();
  const std::size_t round = ladder.step().part;
  std::optional<NearAnswers> answers;
  if (!ladder.examples().empty()) answers.emplace(oracle_.reds(), oracle_.blues(), ladder.examples());
  tbb::enumerable_thread_specific<RowSearcher> searchers([&] {
    return RowSearcher(
        oracle_,
        {replies, list.replies, ladder.shared(), list.sieve, list.near, answers ? &*answers : nullptr},
        task_.table_bytes);
  });
  const auto find = [&](std::size_t i) -> Result<CurveRow> {
    RowSearcher& searcher = searchers.local();
    const double start = thread_seconds();
    const Result<Row> row = searcher.search(entrants[i], list.depth, control_);
    if (!row) return row.error();
    return CurveRow{list, round, *row, thread_seconds() - start};
  };
  std::vector<std::optional<CurveRow>> known(entrants.size());
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const auto row = rows_.find(key(list, round, entrants[i].red));
    if (row != rows_.end()) known[i] = row->second;
  }
  std::vector<CurveRow> rows(entrants.size());
  const std::string name = "depth " + std::to_string(list.depth) + ", " + std::to_string(list.replies) +
                           " + " + std::to_string(list.shared) +
                           (list.sieve > 0 ? ", sieve " + std::to_string(list.sieve) : "") +
                           (list.near > 0 ? ", near " + std::to_string(list.near) : "");
  const auto take = [&](std::size_t i, const CurveRow& row) { rows[i] = row; };
  if (Status status = find_all(name, std::move(known), find, take); !status) return status.error();
  return rows;
}

// Whether a judgement has the values of all answers, and of the reply that it takes for the best.
bool covers(const CurveJudgement& judgement, const std::vector<SetupId>& answers) {
  const Values values(judgement.values.begin(), judgement.values.end());
  return values.contains(judgement.best.reply) &&
         std::ranges::all_of(answers, [&](SetupId reply) { return values.contains(reply); });
}

// One for each red, in the order of the reds.
Result<std::vector<CurveJudgement>> Curve::judge(int depth, const std::vector<Answers>& answers) {
  const std::size_t count = task_.reds.size();
  std::vector<std::vector<SetupId>> of_red(count);  // its answers, those of the last list first
  std::vector<Row> all;
  for (std::size_t i = 0; i < count; ++i) {
    for (auto list = answers.rbegin(); list != answers.rend(); ++list) {
      of_red[i].push_back(list->replies[i]);
      all.push_back({task_.reds[i], list->replies[i]});
    }
  }
  const std::vector<SetupId> shared = frequent_answers(all, task_.judge_shared);
  ReplyLists lists(oracle_, task_.replies);
  tbb::enumerable_thread_specific<std::unique_ptr<PairSearcher>> searchers(
      [&] { return oracle_.searcher(task_.table_bytes); });
  const auto find = [&](std::size_t i) -> Result<CurveJudgement> {
    PairSearcher& searcher = *searchers.local();
    const double start = thread_seconds();
    std::vector<SetupId> candidates;
    std::unordered_set<SetupId> seen;
    for (const auto& some : {of_red[i], lists.best(task_.reds[i], task_.judge_replies), shared}) {
      for (const SetupId reply : some)
        if (seen.insert(reply).second) candidates.push_back(reply);
    }
    Result<CurveJudgement> judgement = judge_red(searcher, candidates, of_red[i], depth, task_.reds[i]);
    if (judgement) judgement->seconds = thread_seconds() - start;
    return judgement;
  };
  std::vector<std::optional<CurveJudgement>> known(count);
  for (std::size_t i = 0; i < count; ++i) {
    const auto judgement = judgements_.find({depth, task_.reds[i]});
    if (judgement != judgements_.end() && covers(judgement->second, of_red[i])) known[i] = judgement->second;
  }
  std::vector<CurveJudgement> judgements(count);
  const auto take = [&](std::size_t i, const CurveJudgement& judgement) { judgements[i] = judgement; };
  const std::string name = "judge of depth " + std::to_string(depth);
  if (Status status = find_all(name, std::move(known), find, take); !status) return status.error();
  return judgements;
}

Result<CurveJudgement> Curve::judge_red(PairSearcher& searcher, const std::vector<SetupId>& candidates,
                                        const std::vector<SetupId>& answers, int depth, SetupId red) const {
  const int deep = depth + task_.deeper;
  const Result<Row> best = search_row(searcher, red, candidates, deep, control_);
  if (!best) return best.error();
  Values values;
  for (const SetupId reply : answers) values[reply] = 0;
  values[best->reply] = 0;
  for (auto& [reply, value] : values) {
    if (control_.stopped()) return stopped();
    value = value_anew(searcher, red, reply, deep);
  }
  return CurveJudgement{depth, *best, {values.begin(), values.end()}};
}

CurvePoint Curve::point(const Answers& answers, const std::vector<CurveJudgement>& judgements) const {
  std::vector<double> losses;
  double judge_seconds = 0;
  for (std::size_t i = 0; i < judgements.size(); ++i) {
    const Values values(judgements[i].values.begin(), judgements[i].values.end());
    losses.push_back(loss(values.at(answers.replies[i]), values.at(judgements[i].best.reply)));
    judge_seconds += judgements[i].seconds;
  }
  return {summarize(losses), {}, answers.nodes, answers.seconds, judge_seconds};
}

}  // namespace

Result<std::vector<CurvePoint>> measure_curve(const PairOracle& oracle, const CurveTask& task,
                                              const CurveFindings& known, const CurveObserver& observer,
                                              const Control& control) {
  return Curve(oracle, task, known, observer, control).measure();
}

}  // namespace tabiya::booksearch
