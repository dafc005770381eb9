#include "booksearch/stage_search.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <unordered_map>

#include "booksearch/support/parallel.h"

namespace tabiya::booksearch {
namespace {

// Takes in the finished rows, one at a time, and remembers the first failure to do so.
class RowSink {
 public:
  RowSink(const std::function<Status(const Row&)>& on_row, ProgressMeter& meter)
      : on_row_(on_row), meter_(meter) {}

  void take(const Row& row) {
    const std::lock_guard lock(mutex_);
    if (failed_) return;
    const Status status = on_row_(row);
    if (status) {
      meter_.advance(1);
    } else {
      error_ = status.error();
      failed_ = true;
    }
  }
  bool failed() const { return failed_; }
  const std::optional<Error>& error() const { return error_; }

 private:
  const std::function<Status(const Row&)>& on_row_;
  ProgressMeter& meter_;
  std::mutex mutex_;
  std::atomic<bool> failed_ = false;
  std::optional<Error> error_;
};

// The rows of the entrants that are known already; the others are empty.
std::vector<std::optional<Row>> known_rows(const StageTask& task) {
  std::unordered_map<SetupId, Row> finished;
  for (const Row& row : task.finished) finished.emplace(row.red, row);
  std::vector<std::optional<Row>> rows(task.entrants.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = finished.find(task.entrants[i].red);
    if (found != finished.end()) rows[i] = found->second;
  }
  return rows;
}

}  // namespace

Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row, const Control& control) {
  std::vector<std::optional<Row>> rows = known_rows(task);
  const auto known = static_cast<std::uint64_t>(std::ranges::count_if(rows, &std::optional<Row>::has_value));
  ProgressMeter meter(control, task.name, rows.size(), known, task.later);
  RowSink sink(on_row, meter);

  tbb::enumerable_thread_specific<RowSearcher> searchers([&] {
    return RowSearcher(oracle, {task.replies, task.stage.replies, task.shared}, task.table_bytes);
  });
  for_each_index(rows.size(), control, [&](std::size_t i) {
    if (rows[i] || sink.failed()) return;
    Result<Row> row = searchers.local().search(task.entrants[i], task.stage.depth, control);
    if (!row) return;
    rows[i] = *row;
    sink.take(*row);
  });

  if (sink.failed()) return *sink.error();
  std::vector<Row> found;
  for (const std::optional<Row>& row : rows) {
    if (!row) return Error{ErrorCode::kStopped, task.name + " was stopped", {}};
    found.push_back(*row);
  }
  return found;
}

}  // namespace tabiya::booksearch
