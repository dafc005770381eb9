// Other processes that search rows together with this one: the seam between a pass and a cluster.
#pragma once

#include <cstddef>
#include <span>

#include "booksearch/row_queue.h"
#include "booksearch/support/control.h"
#include "codec/result.h"
#include "core/setup/setup_space.h"

namespace tabiya::booksearch {

// What somebody elsewhere has to know to search a row of a pass as it is searched here.
struct RowPass {
  std::span<const SetupId> blues;   // the reasonable replies, ascending; the same throughout a job
  std::size_t own = 0;              // candidates of each red; 0: all
  std::span<const SetupId> shared;  // further ones, for every red
  int depth = 0;                    // plies
  std::size_t table_bytes = 0;      // of each thread's transposition table
};

class RowHelpers {
 public:
  virtual ~RowHelpers() = default;

  // Takes rows from `queue` until it has none, and ends when all that were taken have been found. Runs on a
  // thread of its own, beside those of this process that take rows, too. Errors: kStopped as soon as
  // `control` is stopped; others where a helper has failed.
  virtual Status help(const RowPass& pass, RowQueue& queue, const Control& control) = 0;
};

}  // namespace tabiya::booksearch
