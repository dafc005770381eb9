#include "booksearch/stage_search.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "booksearch/near_answers.h"
#include "booksearch/support/shared_work.h"
#include "booksearch/support/work_kind.h"

namespace tabiya::booksearch {
namespace {

// What has to be known of a pass to search its rows.
struct RowPass {
  std::vector<SetupId> blues;      // the reasonable replies
  std::uint32_t own = 0;           // candidates of each red; 0: all
  std::uint32_t sieve = 0;         // as in Replies
  std::vector<SetupId> shared;     // further ones, for every red
  int depth = 0;                   // plies
  std::uint64_t table_bytes = 0;   // of each thread's transposition table
  std::uint32_t near = 0;          // as in Replies
  std::vector<Answered> examples;  // those that this comes from

  static void visit_parts(auto& self, auto& visit) {
    visit(self.blues, self.own, self.sieve, self.shared, self.depth, self.table_bytes, self.near,
          self.examples);
  }
};

class RowWork {
 public:
  static constexpr std::string_view kName = "rows";
  using Pass = RowPass;
  using Unit = Entrant;
  using Answer = Row;

  // The blues of the pass are those of `lists`.
  RowWork(const PairOracle& oracle, std::shared_ptr<ReplyLists> lists, RowPass pass)
      : oracle_(oracle), lists_(std::move(lists)), pass_(std::move(pass)) {
    if (!pass_.examples.empty()) answers_.emplace(oracle.reds(), oracle.blues(), pass_.examples);
  }

  const RowPass& pass() const { return pass_; }
  Replies replies() const {
    return {*lists_, pass_.own, pass_.shared, pass_.sieve, pass_.near, answers_ ? &*answers_ : nullptr};
  }

  class Thread {
   public:
    explicit Thread(const RowWork& work)
        : rows_(work.oracle_, work.replies(), work.pass_.table_bytes), depth_(work.pass_.depth) {}
    Result<Row> compute(const Entrant& entrant, const Control& control) {
      return rows_.search(entrant, depth_, control);
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
  std::optional<NearAnswers> answers_;
};

}  // namespace

Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row, const Control& control) {
  std::unordered_map<SetupId, Row> finished;
  for (const Row& row : task.finished) finished.emplace(row.red, row);
  std::vector<Row> rows(task.entrants.size());
  std::vector<Entrant> entrants;    // to be searched
  std::vector<std::size_t> places;  // of their rows
  for (std::size_t place = 0; place < rows.size(); ++place) {
    const auto known = finished.find(task.entrants[place].red);
    if (known != finished.end()) {
      rows[place] = known->second;
    } else {
      entrants.push_back(task.entrants[place]);
      places.push_back(place);
    }
  }
  ProgressMeter meter(control, task.name, rows.size(), rows.size() - entrants.size(), task.later);
  const std::span<const SetupId> blues = task.replies.replies();
  const std::shared_ptr<ReplyLists> lists(std::shared_ptr<void>(), &task.replies);  // the caller's
  const RowWork work(oracle, lists,
                     {{blues.begin(), blues.end()},
                      task.stage.replies,
                      task.stage.sieve,
                      {task.shared.begin(), task.shared.end()},
                      task.stage.depth,
                      task.table_bytes,
                      task.stage.near,
                      {task.examples.begin(), task.examples.end()}});
  const auto take_in = [&](std::size_t index, const Row& row) {
    if (Status status = on_row(row); !status) return status;
    rows[places[index]] = row;
    meter.advance(1);
    return ok_status();
  };
  const Status status = Crew(work).compute(entrants, take_in, control);
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
