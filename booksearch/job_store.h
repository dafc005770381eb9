// The state of a job in one SQLite file (*.job): what has been finished, so that a run that ends at any
// moment, in any way, can be resumed to the same book. Everyone can read it with sqlite3 while the job runs:
//
//   meta(key, value)                                     what the job is
//   round(number, kept, common, pairs, crc)              a finished round of the filter
//   kept(number, place, red, red_value, refuter)         what it kept, best first
//   row(stage, red, reply, red_value, nodes, crc)        a red searched in a stage of the deepening
//
// Setups are ids (ranks), numbers and places count from 0. SQLite keeps the file consistent, by its
// write-ahead log; the CRC-64 of each round and row tells when somebody or something else has changed it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/deepening.h"
#include "booksearch/fixed_point.h"
#include "booksearch/job.h"
#include "booksearch/sqlite.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// For use by one thread at a time. Errors of all functions: kIo when the file cannot be read or written (no
// permission, no space left); kCorrupt when it is damaged. What was stored before stays intact.
class JobStore {
 public:
  // Begins a job in a file that is absent or empty, or goes on with one. Errors, besides those above:
  // kInvalid when the file is of another job, evaluation or search, or no job file at all; kUnsupported when
  // it is of another version.
  static Result<JobStore> open(const std::string& path, const Job& job, const ValueOrigin& origin);

  Result<std::vector<FilterRound>> rounds();
  Status add_round(std::size_t number, const FilterRound& round);

  // The rows of one stage, in no particular order.
  Result<std::vector<Row>> rows(std::size_t stage);

  // The row is safe after the next flush(), which follows by itself every now and then.
  Status add_row(std::size_t stage, const Row& row);
  Status flush();

 private:
  explicit JobStore(Database database) : database_(std::move(database)) {}
  Status prepare(const Job& job, const ValueOrigin& origin);
  Status create(const Job& job, const ValueOrigin& origin);
  Status check(const Job& job, const ValueOrigin& origin);

  Database database_;
  bool in_transaction_ = false;
  std::chrono::steady_clock::time_point transaction_start_;
};

}  // namespace tabiya::booksearch
