// Better replies that an audit has found, judged for a book that is to take them.
//
// An audit may have searched with another table, for another book, or years ago. So a job believes none of
// its values: it searches both replies again, the given one and that of its entry, each from an empty table,
// to the depth of the audit, and the better one stays. The alternative, to try the reply at the depth of the
// entry, would take hardly any reply: the job has already found all that a search of that depth can find.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "booksearch/setups/audit/refutations.h"
#include "booksearch/setups/rows/row_search.h"
#include "booksearch/work/control.h"
#include "codec/result.h"
#include "core/book/book.h"
#include "core/search/score.h"
#include "core/setup/pair_oracle.h"

namespace tabiya::booksearch {

// A contest searches two replies to one red to the same depth to see which is better. It judges between two
// books that disagree, or between a book and an audit of it.
struct Contest {
  SetupId red = 0;
  SetupId a = 0, b = 0;  // replies
  int depth = 0;         // plies from the end of the setup phase, of both searches

  friend bool operator==(const Contest&, const Contest&) = default;
};

struct ContestResult {
  Score a_value = 0, b_value = 0;  // red's view: the lower one is better for Blue
  std::uint64_t nodes = 0;
  LinePlaces a_line{};  // the principal variation with `a`

  friend bool operator==(const ContestResult&, const ContestResult&) = default;
};

// Returns the results in the order of the contests, whatever the threads. Neither search knows of the other.
// It runs on the threads of the caller (parallel.h). Errors: kStopped.
Result<std::vector<ContestResult>> judge(const PairOracle& oracle, std::span<const Contest> contests,
                                         std::size_t table_bytes, const Control& control = {});

enum class Verdict : std::uint8_t {
  kTaken,
  kNotSearched,  // the time of the job was over before
  kNoEntry,      // the book has no entry of this red
  kKnown,        // the entry has this reply already
  kEntryDeeper,  // the entry was searched more deeply than the reply
  kNotBetter,    // searched again, it is no better than the reply of the entry
};

struct JudgedReply {
  Refutation reply;  // searched again, its values and the reply of the book are those of now
  Verdict verdict = Verdict::kTaken;
  int entry_depth = 0;  // of the entry, before the reply was taken; 0 if there is none
  Row row{};            // of a reply that is taken, with the nodes of both searches

  bool operator==(const JudgedReply&) const = default;
};

// Judges replies, and returns them in their order; none of them is kNotSearched. Several replies to one red
// are judged one after the other. The result depends on the arguments alone. It runs on the threads of the
// caller (parallel.h). Errors: kStopped.
Result<std::vector<JudgedReply>> judge_replies(const PairOracle& oracle, std::span<const BookEntry> entries,
                                               std::span<const Refutation> replies, std::size_t table_bytes,
                                               const Control& control = {});

}  // namespace tabiya::booksearch
