#include "booksearch/deepening.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

namespace tabiya::booksearch {
namespace {

// Which replies to a red are searched, and in which order. For one thread.
class Candidates {
 public:
  explicit Candidates(const StageTask& task) : task_(task) {}

  // The reply that is known if there is one; the statically best for Blue; the shared ones, in their order.
  // Each once, and without those that `entrant` says have been tried.
  std::vector<SetupId> of(const Entrant& entrant) {
    const std::vector<SetupId> own = task_.replies.best(entrant.red, task_.stage.replies);
    std::vector<SetupId> order;
    if (entrant.reply) order.push_back(*entrant.reply);
    order.insert(order.end(), own.begin(), own.end());
    const std::size_t tried = entrant.red_value ? order.size() : 0;
    order.insert(order.end(), task_.shared.begin(), task_.shared.end());
    return without_repeats(order, tried);
  }

 private:
  // What `order` holds from `first` on and not before.
  std::vector<SetupId> without_repeats(std::span<const SetupId> order, std::size_t first) {
    seen_.clear();
    std::vector<SetupId> rest;
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (seen_.insert(order[i]).second && i >= first) rest.push_back(order[i]);
    }
    return rest;
  }

  const StageTask& task_;
  std::unordered_set<SetupId> seen_;
};

// What a thread needs for its rows.
struct Worker {
  std::unique_ptr<PairSearcher> searcher;
  Candidates candidates;

  Result<Row> search(const Entrant& entrant, int depth, const Control& control) {
    const std::vector<SetupId> replies = candidates.of(entrant);
    if (!entrant.red_value) return search_row(*searcher, entrant.red, replies, depth, control);
    searcher->set_red(entrant.red);
    return improve_row(*searcher, {entrant.red, *entrant.reply, *entrant.red_value}, replies, depth, control);
  }
};

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

Result<Row> search_row(PairSearcher& searcher, SetupId red, std::span<const SetupId> replies, int depth,
                       const Control& control) {
  searcher.set_red(red);
  const PairSearchResult first = searcher.search(replies.front(), depth, -kInfiniteScore, kInfiniteScore);
  return improve_row(searcher, {red, replies.front(), first.red_value, first.nodes}, replies.subspan(1),
                     depth, control);
}

Result<Row> improve_row(PairSearcher& searcher, Row row, std::span<const SetupId> replies, int depth,
                        const Control& control) {
  for (const SetupId reply : replies) {
    if (control.stopped()) return Error{ErrorCode::kStopped, "the search was stopped", {}};
    PairSearchResult result = searcher.search(reply, depth, row.red_value - 1, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value >= row.red_value) continue;
    result = searcher.search(reply, depth, -kInfiniteScore, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value < row.red_value) {
      row.improvement += row.red_value - result.red_value;
      row.red_value = result.red_value;
      row.reply = reply;
    }
  }
  return row;
}

Result<std::vector<Row>> run_stage(const PairOracle& oracle, const StageTask& task,
                                   const std::function<Status(const Row&)>& on_row, const Control& control) {
  std::vector<std::optional<Row>> rows = known_rows(task);
  const auto known = static_cast<std::uint64_t>(std::ranges::count_if(rows, &std::optional<Row>::has_value));
  ProgressMeter meter(control, task.name, rows.size(), known, task.later);
  RowSink sink(on_row, meter);

  tbb::enumerable_thread_specific<Worker> workers([&] {
    return Worker{oracle.searcher(task.table_bytes), Candidates(task)};
  });
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, rows.size(), 1),
      [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          if (rows[i] || sink.failed() || control.stopped()) continue;
          Result<Row> row = workers.local().search(task.entrants[i], task.stage.depth, control);
          if (!row) continue;
          rows[i] = *row;
          sink.take(*row);
        }
      },
      tbb::simple_partitioner());

  if (sink.failed()) return *sink.error();
  std::vector<Row> ranked;
  for (const std::optional<Row>& row : rows) {
    if (!row) return Error{ErrorCode::kStopped, task.name + " was stopped", {}};
    ranked.push_back(*row);
  }
  std::ranges::sort(ranked, [](const Row& a, const Row& b) { return better(a, b); });
  return ranked;
}

}  // namespace tabiya::booksearch
