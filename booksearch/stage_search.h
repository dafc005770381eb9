// Staged deepening: many reds are searched shallowly, the best of them more deeply, and so on. In one stage
// all reds are searched to the same depth, and only values of the same depth are ever compared.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "booksearch/row_search.h"
#include "booksearch/static_order.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

struct WorkKind;

// A [[stage]] of a job file.
struct JobStage {
  std::uint32_t keep = 0;     // the best reds of the stage before that enter this one
  int depth = 0;              // plies from the end of the setup phase
  std::uint32_t replies = 0;  // searched for each red, those statically best for Blue; 0: all reasonable ones
  std::uint32_t shared = 0;   // and so many that are the most frequent answers to all reds (ladder.h)
  std::uint32_t exact = 0;  // rows that are searched to the end, per cent of those that the next stage takes,
                            // at least; 0: all (stage_cut.h)
  std::uint32_t sieve = 0;  // replies that shallower searches put further behind than this are not searched
                            // to the end, logit x 10,000; 0: all are (reply_sieve.h)
  std::uint32_t near = 0;   // and so many that answer the nearest other reds (near_answers.h)

  bool operator==(const JobStage&) const = default;
};

struct StageTask {
  JobStage stage;
  std::string name;                      // names the progress
  std::span<const Entrant> entrants;     // all of them are searched
  ReplyLists& replies;                   // of the reasonable blues
  std::span<const Row> finished;         // rows known from an earlier run
  std::size_t table_bytes = 0;           // of each thread's transposition table
  std::span<const SetupId> shared{};     // replies for all entrants, besides their own candidates
  std::span<const Answered> examples{};  // whose answers are tried against reds near to theirs
  std::optional<double> later{};         // for the progress: what other passes will take, in rows of this one
};

// The rows of a stage, in the order of the entrants. They depend on the task alone, not on threads or
// helpers. `on_row` sees every new row as soon as it is finished, one at a time, from any thread; when it
// fails, that error is returned. Runs on the threads of the caller (threads.h). Errors: kStopped.
Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row,
                                   const Control& control = {});

// The rows of the stages of others (support/work_kind.h).
WorkKind row_work(std::shared_ptr<const PairOracle> oracle);

}  // namespace tabiya::booksearch
