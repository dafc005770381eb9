#include "booksearch/deepening.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/enumerable_thread_specific.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <unordered_map>
#include <utility>

namespace tabiya::booksearch {
namespace {

// Puts the replies to a red in the order of the search. For one thread.
class ReplyOrder {
 public:
  ReplyOrder(const PreparedBlues& prepared, std::span<const SetupId> replies)
      : scorer_(prepared.scorer()), replies_(replies), values_(replies.size()), places_(replies.size()) {}

  // `first` if there is one, then the `count` statically best others for Blue (all if 0), the smaller id
  // first among equals.
  std::vector<SetupId> order(SetupId red, std::optional<SetupId> first, std::size_t count) {
    scorer_->set_red(red);
    scorer_->evaluate(0, values_);
    std::iota(places_.begin(), places_.end(), 0u);
    const std::size_t wanted = count == 0 ? places_.size() : std::min(count, places_.size());
    std::partial_sort(places_.begin(), places_.begin() + static_cast<std::ptrdiff_t>(wanted), places_.end(),
                      [&](std::uint32_t a, std::uint32_t b) {
                        return values_[a] != values_[b] ? values_[a] < values_[b] : replies_[a] < replies_[b];
                      });
    std::vector<SetupId> order;
    if (first) order.push_back(*first);
    for (std::size_t i = 0; i < wanted; ++i) {
      if (replies_[places_[i]] != first) order.push_back(replies_[places_[i]]);
    }
    return order;
  }

 private:
  std::unique_ptr<PairScorer> scorer_;
  std::span<const SetupId> replies_;
  std::vector<Score> values_;
  std::vector<std::uint32_t> places_;  // indices into replies_
};

// What a thread needs for its rows.
struct Worker {
  std::unique_ptr<PairSearcher> searcher;
  ReplyOrder order;
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
  Row row{red, replies.front(), first.red_value, first.nodes};
  for (const SetupId reply : replies.subspan(1)) {
    if (control.stopped()) return Error{ErrorCode::kStopped, "the search was stopped", {}};
    PairSearchResult result = searcher.search(reply, depth, row.red_value - 1, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value >= row.red_value) continue;
    result = searcher.search(reply, depth, -kInfiniteScore, row.red_value);
    row.nodes += result.nodes;
    if (result.red_value < row.red_value) {
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
  ProgressMeter meter(control, task.name, rows.size(), known);
  RowSink sink(on_row, meter);

  const std::unique_ptr<PreparedBlues> prepared = oracle.prepare(task.replies);
  tbb::enumerable_thread_specific<Worker> workers([&] {
    return Worker{oracle.searcher(task.table_bytes), ReplyOrder(*prepared, task.replies)};
  });
  tbb::parallel_for(
      tbb::blocked_range<std::size_t>(0, rows.size(), 1),
      [&](const auto& range) {
        for (std::size_t i = range.begin(); i < range.end(); ++i) {
          if (rows[i] || sink.failed() || control.stopped()) continue;
          const auto& [red, reply] = task.entrants[i];
          Worker& worker = workers.local();
          Result<Row> row =
              search_row(*worker.searcher, red, worker.order.order(red, reply, task.stage.replies),
                         task.stage.depth, control);
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
