#include "booksearch/stage_search.h"

#include <oneapi/tbb/enumerable_thread_specific.h>

#include <thread>

#include "booksearch/row_queue.h"
#include "booksearch/support/parallel.h"

namespace tabiya::booksearch {
namespace {

// Searches rows on the threads of the caller until none is left to be taken.
void search_rows(const PairOracle& oracle, const StageTask& task, RowQueue& queue, const Control& control) {
  tbb::enumerable_thread_specific<RowSearcher> searchers([&] {
    return RowSearcher(oracle, {task.replies, task.stage.replies, task.shared}, task.table_bytes);
  });
  for_each_index(queue.left(), control, [&](std::size_t) {
    for (const Entrant& entrant : queue.take(1)) {
      if (const Result<Row> row = searchers.local().search(entrant, task.stage.depth, control))
        queue.found(*row);
    }
  });
}

// The same beside helpers.
void search_rows_with(RowHelpers& helpers, const PairOracle& oracle, const StageTask& task, RowQueue& queue,
                      const Control& control) {
  const RowPass pass{task.replies.replies(), task.stage.replies, task.shared, task.stage.depth,
                     task.table_bytes};
  std::thread others([&] {
    if (const Status status = helpers.help(pass, queue, control); !status) queue.fail(status.error());
  });
  search_rows(oracle, task, queue, control);
  others.join();
}

}  // namespace

Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row, const Control& control) {
  RowQueue queue(task.entrants, task.finished, on_row);
  ProgressMeter meter(control, task.name, task.entrants.size(), queue.known(), task.later);
  queue.set_meter(&meter);
  if (task.helpers != nullptr && queue.left() > 0) {
    search_rows_with(*task.helpers, oracle, task, queue, control);
  } else {
    search_rows(oracle, task, queue, control);
  }
  Result<std::vector<Row>> rows = queue.rows();
  if (!rows && rows.error().code == ErrorCode::kStopped)
    return Error{ErrorCode::kStopped, task.name + " was stopped", {}};
  return rows;
}

}  // namespace tabiya::booksearch
