// The state of a book of moves that grows, or of its audit: "book.tbk.state" of "book.tbk" (answer_store.h).
// It depends only on what the searches depend on, so that the book may be continued with other costs, or more
// positions. The progress of the growth is read from it.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "booksearch/lines/book_answers.h"
#include "booksearch/lines/growth.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/file_lock.h"
#include "tools/cli/print.h"
#include "tools/cli/record_log.h"
#include "tools/lines/lines_job.h"

namespace tabiya::tools {

// The path of the state of the output at `out`.
std::string lines_state_path(const std::string& out);

// `judge`: the engine that searches; empty for any.
booksearch::AnsweredRun growing_run(const LinesJob& job, const GrowthRoots& roots, const std::string& judge);

class LinesState {
 public:
  // `out`: the options of the output; without a path, nothing is read or kept. `owner`: the owner of the
  // state, in messages. Throws Failure if another process writes the state; if it is of another run; or if
  // there is one that is neither to be continued nor replaced.
  LinesState(const LogOptions& out, const booksearch::AnsweredRun& run, const std::string& owner);

  const booksearch::AnswerMemory& memory() const { return memory_; }
  // True if an earlier run has left results.
  bool is_begun() const { return !memory_.known.empty(); }

  void remove();

 private:
  std::string path_;
  std::unique_ptr<booksearch::AnswerStore> store_;
  booksearch::AnswerMemory memory_;
};

// Adds the best moves of the positions in which lines begin; the text has only the first few.
void add_growth_roots(Facts& facts, const booksearch::BookGrowth& growth);

// The progress of a book.
struct LinesStatus {
  std::string state;  // the path
  std::optional<booksearch::LockOwner> owner{};
  booksearch::BookGrowth growth;  // after the last whole round
  booksearch::SearchCount searches{};
  std::size_t answered = 0;  // questions of the round that is open

  bool is_finished() const { return growth.questions().empty(); }
};

// Reads the status of a book, whether or not it grows at the moment. Throws Failure if there is no state, or
// that of another job.
LinesStatus read_lines_status(const std::string& book, const LinesJob& job, const GrowthRoots& roots);
void print_lines_status(const LinesStatus& status, bool json);

}  // namespace tabiya::tools
