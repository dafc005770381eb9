// Sharding: a job computed on several machines, into the same book as on one.
//
// Every machine filters by itself where no other has done so, since that is quick and comes out the same; of
// each step of the ladder it computes the reds of its shard. A step needs all rows of the one before, so the
// shards exchange their state files between steps: a run reads the files of the other shards that lie beside
// its own, goes on as far as these let it, and ends by saying whose rows it waits for. In a folder that all
// machines see nothing has to be copied. When no step is left, the files together are the book. And as the
// first step is much the broadest, the others may as well be left to the machine that merges.
//
// A coordinator that deals out reds would balance the load better, but has to be reachable, and to survive;
// to give each machine its own ladder would need no exchange, but cut the reds of each stage by seven
// different standards, and make another book.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "booksearch/job_store.h"
#include "booksearch/ladder.h"
#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya::booksearch {

struct ShardFile {
  std::string path;
  JobStore store;
};

// The rows of one step from several places.
class StepRows {
 public:
  // Errors: kInvalid when a red has two different rows.
  Status add(std::span<const Row> rows);

  bool empty() const { return rows_.empty(); }

  // The rows of these entrants, in their order; of those that are missing() there is none.
  std::vector<Row> in_order_of(std::span<const Entrant> entrants) const;

  // By the number of the shard, less one: how many rows of entrants are missing.
  std::vector<std::size_t> missing(std::span<const Entrant> entrants, std::uint32_t shards) const;

 private:
  std::unordered_map<SetupId, Row> rows_;
};

// Rows of other shards that a step needs; empty where none are missing.
struct MissingRows {
  std::string text{};  // "12 rows of shard 1/3, 8 rows of shard 3/3", after the step if it is told
  std::vector<std::string> shards{};  // "1/3", "3/3"
};

// `missing`: by the number of the shard, less one. `what`: what one of them is called.
MissingRows describe_missing(std::span<const std::size_t> missing, const std::string& what = "row");

// What there is in the end: the book, as long as no rows are missing.
using BookOrMissingRows = std::variant<Book, MissingRows>;

// The book of all shards of `job`, from their files, in any order; the missing rows if later steps than the
// first are still to be computed. Errors: kInvalid, with a message that says of each file what is wrong with
// it, when shards are missing, there twice, without all their rows of the first step, of other jobs, or
// contradict each other; those of the job store.
Result<BookOrMissingRows> merge_shards(const Job& job, std::span<ShardFile> files, const std::string& maker);

}  // namespace tabiya::booksearch
