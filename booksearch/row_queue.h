// The rows of a pass that are still to be searched, and those that have been found: where all who search them
// meet, threads of this process as well as other processes.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <mutex>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "booksearch/row_search.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// Safe to share between threads.
class RowQueue {
 public:
  // Rows of `entrants` that `finished` has are not searched again. `on_row` sees every new row as soon as it
  // is found, one at a time; after it has failed once, no row is handed out any more. `entrants` and `on_row`
  // outlive this.
  RowQueue(std::span<const Entrant> entrants, std::span<const Row> finished,
           const std::function<Status(const Row&)>& on_row);

  // The next entrants to be searched, in their order: `most`, or as many as there are.
  std::vector<Entrant> take(std::size_t most);
  // Those that nobody has taken yet.
  std::size_t left() const;

  // The row of an entrant that was taken. A second one for the same red is ignored: it is the same.
  void found(const Row& row);

  // No more rows are wanted: `error` is why.
  void fail(Error error);
  bool failed() const { return failed_; }

  std::size_t known() const { return known_; }  // rows that were finished before
  // Reports every row that is found; may be null.
  void set_meter(ProgressMeter* meter) { meter_ = meter; }

  // All rows, in the order of the entrants. Errors: that of `on_row` or fail(); kStopped where some are
  // missing.
  Result<std::vector<Row>> rows() const;

 private:
  std::span<const Entrant> entrants_;
  const std::function<Status(const Row&)>& on_row_;
  ProgressMeter* meter_ = nullptr;
  std::vector<std::optional<Row>> rows_;             // of each entrant
  std::unordered_map<SetupId, std::size_t> places_;  // of the entrants, by their reds
  std::vector<std::size_t> waiting_;                 // entrants whose rows are to be searched
  std::size_t known_ = 0;
  mutable std::mutex mutex_;
  std::size_t next_ = 0;  // of waiting_
  std::atomic<bool> failed_ = false;
  std::optional<Error> error_;
};

}  // namespace tabiya::booksearch
