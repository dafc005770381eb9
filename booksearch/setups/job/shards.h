// Sharding: a job computed on several machines, into the same book as on one.
//
// Every machine filters by itself if no other has done so, since that is quick and comes out the same; of
// each step of the schedule it computes the reds of its shard. A step needs all rows of the one before, so
// the shards exchange their state files between steps: a run reads the files of the other shards that lie
// next to its own, continues as far as these let it, and ends by saying whose rows it waits for. In a folder
// that all machines see, nothing needs to be copied. When no step is left, the files together are the book.
// And as the first step is much the broadest, the others may as well be left to the machine that merges.
//
// A coordinator that deals out reds would balance the load better, but must be reachable, and must survive;
// to give each machine its own schedule would need no exchange, but cut the reds of each stage by seven
// different standards, and make another book.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "booksearch/setups/job/job_store.h"
#include "codec/result.h"
#include "core/book/book.h"

namespace tabiya::booksearch {

struct ShardFile {
  std::string path;
  JobStore store;
};

// Rows of other shards that a step needs; empty if none are missing.
struct MissingRows {
  std::string text{};  // "12 rows of shard 1/3, 8 rows of shard 3/3", after the step if it is reported
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
