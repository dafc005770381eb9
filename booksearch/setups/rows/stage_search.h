// Staged deepening: many reds are searched shallowly, the best of them more deeply, and so on. In one stage
// all reds are searched to the same depth, and only values of the same depth are ever compared.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/setups/rows/job_stage.h"
#include "booksearch/setups/rows/reply_sources.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/setups/rows/static_order.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct WorkKind;

struct StageTask {
  JobStage stage;
  std::string name;                    // names the progress
  std::span<const RowTask> row_tasks;  // all of them are searched
  ReplyLists& replies;                 // of the reasonable blues
  std::span<const Row> finished;       // rows known from an earlier run
  std::size_t table_bytes = 0;         // of each thread's transposition table
  KnownAnswers known{};                // to other reds
  std::optional<double> later{};       // for the progress: what other passes will take, in rows of this one
};

// Returns the rows of a stage, in the order of the row_tasks. They depend on the task alone, not on threads
// or helpers. `on_row` is called with every new row as soon as it is finished, one at a time, from any
// thread; when it fails, that error is returned. It runs on as many threads as the caller has (parallel.h). Errors:
// kStopped.
Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row,
                                   const Control& control = {});

// Offers the rows of other processes' stages (work/shared_units.h).
WorkKind row_work(std::shared_ptr<const PairOracle> oracle);

}  // namespace tabiya::booksearch
