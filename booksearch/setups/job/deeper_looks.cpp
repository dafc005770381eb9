#include "booksearch/setups/job/deeper_looks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "booksearch/setups/audit/audit_sample.h"
#include "booksearch/work/judge_pool.h"
#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kPairTableBytes = std::size_t{1} << 20;
constexpr std::size_t kFirstTasks = 9;

// The search of the reply says how many nodes are many.
Result<Row> look(PairSearcher& pairs, const LookTask& task) {
  pairs.set_red(task.red);
  const auto reply = pairs.search(task.reply, task.depth, -kInfiniteScore, kInfiniteScore);
  if (!reply) return reply.error();
  if (reply->nodes == 0) return Row{task.red, task.reply};  // of an engine that does not count
  const std::uint64_t nodes = task.is_deepest ? std::min(kDeepestTimes * reply->nodes, kMostDeepestNodes)
                                              : std::min(kLookTimes * reply->nodes, kMostLookNodes);
  const auto look = pairs.look(task.reply, nodes);
  if (!look) return look.error();
  if (!*look) return Row{task.red, task.reply};
  return Row{task.red, task.reply, (*look)->red_value, reply->nodes + (*look)->nodes};
}

MakeJudge<LookTask> lookers(const PairOracle& oracle) {
  const auto make = [&oracle] { return Result(oracle.searcher(kPairTableBytes)); };
  return judges_with<LookTask>(
      make, [](PairSearcher& pairs, const LookTask& task, const Control&) { return look(pairs, task); });
}

std::uint64_t nodes_of(const Schedule& schedule) {
  std::uint64_t nodes = 0;
  for (const std::vector<Row>& rows : schedule.stages())
    for (const Row& row : rows) nodes += row.nodes;
  return nodes;
}

// Returns the looks at each entry of a sample.
std::vector<std::vector<LookTask>> looks_at_sample(const Book& book, std::size_t size, std::uint64_t seed) {
  std::vector<std::vector<LookTask>> entries;
  const auto add = [&](const BookEntry& entry) {
    if (is_proven(*entry.red_value)) return;
    LookTask task{entry.red, entry.reply, entry.depth, *entry.red_value};
    auto& looks = entries.emplace_back(1, task);
    task.is_deepest = true;
    if (entries.size() % kDeepestEvery == 1) looks.push_back(task);
  };
  const Result<AuditSample> sample = draw_entries(book, size, seed);
  if (sample) {
    for (const DrawnEntry& drawn : sample->entries) add(book.entries[drawn.entry]);
  } else {  // a job of very many depths
    std::ranges::for_each(book.entries, add);
  }
  return entries;
}

}  // namespace

std::vector<LookTask> look_tasks(const Job& job, const Schedule& schedule) {
  const Book book = assemble_book(job, schedule, {}, {}, "");
  Random random(job.seed);
  std::set<SetupId> met;
  std::vector<LookTask> tasks;
  for (const std::size_t size : {kFirstLooks, kLooks}) {
    std::vector<std::vector<LookTask>> entries = looks_at_sample(book, size, job.seed);
    std::erase_if(entries, [&](const auto& looks) { return !met.insert(looks.front().red).second; });
    for (std::size_t left = entries.size(); left > 0; --left) {
      std::swap(entries[random.below(static_cast<std::uint32_t>(left))], entries[left - 1]);
      tasks.insert(tasks.end(), entries[left - 1].begin(), entries[left - 1].end());
    }
  }
  return tasks;
}

Status look_deeper(const PairOracle& oracle, std::span<const LookTask> tasks,
                   const std::function<Status(const LookTask&, const Row&)>& on_look,
                   const Control& control) {
  ProgressMeter meter(control, "deeper looks", tasks.size());
  const JudgeWork<LookTask> work(lookers(oracle));
  const auto take_in = [&](std::size_t index, const Row& row) {
    if (Status status = on_look(tasks[index], row); !status) return status;
    meter.advance(1);
    return ok_status();
  };
  return WorkerPool(work).compute(tasks, take_in, control);
}

WorkKind look_work(std::shared_ptr<const PairOracle> oracle) {
  return judge_work<LookTask>([oracle, make = lookers(*oracle)] { return make(); });
}

Result<StoredLooks> stored_looks(const Job& job, const Schedule& schedule, JobStore& store) {
  const auto steps = store.steps(StepKind::kLooks);
  if (!steps) return steps.error();
  std::map<std::tuple<std::size_t, std::size_t, SetupId>, Row> rows;  // by the parts of the step, and red
  for (const auto& [step, looks] : *steps)
    for (const Row& row : looks) rows[{step.number, step.part, row.red}] = row;
  StoredLooks stored;
  const std::vector<LookTask> tasks = look_tasks(job, schedule);
  const std::uint64_t most = nodes_of(schedule);
  std::uint64_t nodes = 0;
  std::optional<SetupId> looked_at;
  for (std::size_t begin = 0, end = kFirstTasks; begin < tasks.size(); begin = end, end *= 2) {
    const bool are_enough = begin > 0 && 2 * nodes > most;
    if (are_enough || !stored.missing.empty()) break;
    end = std::min(end, tasks.size());
    for (const LookTask& task : std::span(tasks).subspan(begin, end - begin)) {
      const auto row = rows.find({task.step().number, task.step().part, task.red});
      if (row == rows.end() || row->second.reply != task.reply) {
        stored.missing.push_back(task);
        continue;
      }
      ++stored.known;
      nodes += row->second.nodes;
      if (row->second.nodes == 0) continue;
      if (!task.is_deepest)
        stored.found.push_back({task.depth, task.value, row->second.red_value});
      else if (looked_at == task.red)  // its first look is the last task before
        stored.found.back().deepest = row->second.red_value;
      looked_at = task.red;
    }
  }
  return stored;
}

}  // namespace tabiya::booksearch
