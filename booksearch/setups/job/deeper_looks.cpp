#include "booksearch/setups/job/deeper_looks.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "booksearch/setups/audit/audit_sample.h"
#include "booksearch/work/shared_work.h"
#include "booksearch/work/work_kind.h"

namespace tabiya::booksearch {
namespace {

constexpr std::size_t kPairTableBytes = std::size_t{1} << 20;

class LookWork {
 public:
  static constexpr std::string_view kName = "looks";
  struct Pass {  // of which nothing needs to be known: all looks are alike
    std::uint8_t version = 1;
    static void visit_parts(auto& self, auto& visit) { visit(self.version); }
  };
  using Unit = LookTask;
  using Answer = Row;

  explicit LookWork(const PairOracle& oracle) : oracle_(oracle) {}
  Pass pass() const { return {}; }

  class Thread {
   public:
    explicit Thread(const PairOracle& oracle) : pairs_(oracle.searcher(kPairTableBytes)) {}

    // The search of the reply says how many nodes are many.
    Result<Row> compute(const LookTask& task, const Control& control) {
      if (control.stopped()) return Error{ErrorCode::kStopped, "the looks were stopped", {}};
      pairs_->set_red(task.red);
      const auto reply = pairs_->search(task.reply, task.depth, -kInfiniteScore, kInfiniteScore);
      if (!reply) return reply.error();
      const std::uint64_t nodes = task.is_deepest ? std::min(kDeepestTimes * reply->nodes, kMostDeepestNodes)
                                                  : std::min(kLookTimes * reply->nodes, kMostLookNodes);
      const auto look = pairs_->look(task.reply, nodes);
      if (!look) return look.error();
      if (!*look) return Row{task.red, task.reply};
      return Row{task.red, task.reply, (*look)->red_value, reply->nodes + (*look)->nodes};
    }

   private:
    std::unique_ptr<PairSearcher> pairs_;
  };
  Thread thread() const { return Thread(oracle_); }

 private:
  const PairOracle& oracle_;
};

}  // namespace

std::vector<LookTask> look_tasks(const Job& job, const Schedule& schedule) {
  const Book book = assemble_book(job, schedule, {}, {}, "");
  std::vector<LookTask> tasks;
  const auto add = [&](const BookEntry& entry) {
    if (!is_proven(*entry.red_value))
      tasks.push_back({entry.red, entry.reply, entry.depth, *entry.red_value});
  };
  const Result<AuditSample> sample = draw_entries(book, kLooks, job.seed);
  if (sample) {
    for (const DrawnEntry& drawn : sample->entries) add(book.entries[drawn.entry]);
  } else {  // a job of very many depths
    std::ranges::for_each(book.entries, add);
  }
  for (std::size_t i = 0, looks = tasks.size(); i < looks; i += kDeepestEvery) {
    tasks.push_back(tasks[i]);
    tasks.back().is_deepest = true;
  }
  return tasks;
}

Status look_deeper(const PairOracle& oracle, std::span<const LookTask> tasks,
                   const std::function<Status(const LookTask&, const Row&)>& on_look,
                   const Control& control) {
  ProgressMeter meter(control, "deeper looks", tasks.size());
  const LookWork work(oracle);
  const auto take_in = [&](std::size_t index, const Row& row) {
    if (Status status = on_look(tasks[index], row); !status) return status;
    meter.advance(1);
    return ok_status();
  };
  return WorkerPool(work).compute(tasks, take_in, control);
}

WorkKind look_work(std::shared_ptr<const PairOracle> oracle) {
  return offer<LookWork>([oracle](const LookWork::Pass&) { return std::make_shared<LookWork>(*oracle); });
}

Result<StoredLooks> stored_looks(const Job& job, const Schedule& schedule, JobStore& store) {
  const auto steps = store.steps(StepKind::kLooks);
  if (!steps) return steps.error();
  std::map<std::tuple<std::size_t, std::size_t, SetupId>, Row> rows;  // by the parts of the step, and red
  for (const auto& [step, looks] : *steps)
    for (const Row& row : looks) rows[{step.number, step.part, row.red}] = row;
  StoredLooks stored;
  for (const LookTask& task : look_tasks(job, schedule)) {
    const auto row = rows.find({task.step().number, task.step().part, task.red});
    if (row == rows.end() || row->second.reply != task.reply) {
      stored.missing.push_back(task);
      continue;
    }
    ++stored.known;
    auto& looks = task.is_deepest ? stored.deepest : stored.found;
    if (row->second.nodes > 0) looks.push_back({task.depth, task.value, row->second.red_value});
  }
  return stored;
}

}  // namespace tabiya::booksearch
