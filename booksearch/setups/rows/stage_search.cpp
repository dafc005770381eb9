#include "booksearch/setups/rows/stage_search.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "booksearch/work/shared_units.h"
#include "booksearch/work/shared_work.h"

namespace tabiya::booksearch {
namespace {

// The data of a pass that are needed to search its rows.
struct RowPass {
  std::vector<SetupId> blues;     // the reasonable replies
  JobStage stage;                 // how they are searched
  KnownAnswers known;             // to other reds
  std::uint64_t table_bytes = 0;  // of each thread's transposition table

  static void visit_parts(auto& self, auto& visit) {
    visit(self.blues, self.stage, self.known, self.table_bytes);
  }
};

class RowWork {
 public:
  static constexpr std::string_view kName = "rows";
  using Pass = RowPass;
  using Unit = RowTask;
  using Answer = Row;

  // The blues of the pass are those of `lists`.
  RowWork(const PairOracle& oracle, std::shared_ptr<ReplyLists> lists, RowPass pass)
      : oracle_(oracle),
        lists_(std::move(lists)),
        pass_(std::move(pass)),
        candidates_({oracle, *lists_, pass_.stage, pass_.known}) {}

  const RowPass& pass() const { return pass_; }

  class Thread {
   public:
    explicit Thread(const RowWork& work)
        : rows_(work.oracle_, work.candidates_, work.pass_.table_bytes), depth_(work.pass_.stage.depth) {}
    Result<Row> compute(const RowTask& row_task, const Control& control) {
      return rows_.search(row_task, depth_, control);
    }

   private:
    RowSearcher rows_;
    int depth_;
  };
  Thread thread() const { return Thread(*this); }

 private:
  const PairOracle& oracle_;
  const std::shared_ptr<ReplyLists> lists_;
  const RowPass pass_;
  const ReplyCandidates candidates_;
};

}  // namespace

Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row, const Control& control) {
  std::unordered_map<SetupId, Row> finished;
  for (const Row& row : task.finished) finished.emplace(row.red, row);
  std::vector<Row> rows(task.row_tasks.size());
  std::vector<RowTask> row_tasks;   // to be searched
  std::vector<std::size_t> places;  // of their rows
  for (std::size_t place = 0; place < rows.size(); ++place) {
    const auto known = finished.find(task.row_tasks[place].red);
    if (known != finished.end()) {
      rows[place] = known->second;
    } else {
      row_tasks.push_back(task.row_tasks[place]);
      places.push_back(place);
    }
  }
  ProgressMeter meter(control, task.name, rows.size(), rows.size() - row_tasks.size(), task.later);
  const std::span<const SetupId> blues = task.replies.replies();
  const std::shared_ptr<ReplyLists> lists(std::shared_ptr<void>(), &task.replies);  // the caller's
  const RowWork work(oracle, lists, {{blues.begin(), blues.end()}, task.stage, task.known, task.table_bytes});
  const auto take_in = [&](std::size_t index, const Row& row) {
    if (Status status = on_row(row); !status) return status;
    rows[places[index]] = row;
    meter.advance(1);
    return ok_status();
  };
  const Status status = WorkerPool(work).compute(row_tasks, take_in, control);
  if (status) return rows;
  if (status.error().code != ErrorCode::kStopped) return status.error();
  return Error{ErrorCode::kStopped, task.name + " was stopped", {}};
}

WorkKind row_work(std::shared_ptr<const PairOracle> oracle) {
  // Passes of a job have the same blues.
  const auto make = [oracle, lists = std::shared_ptr<ReplyLists>()](RowPass pass) mutable {
    if (!lists || !std::ranges::equal(lists->replies(), pass.blues))
      lists = std::make_shared<ReplyLists>(*oracle, pass.blues);
    return std::make_shared<RowWork>(*oracle, lists, std::move(pass));
  };
  return offer<RowWork>(make);
}

}  // namespace tabiya::booksearch
