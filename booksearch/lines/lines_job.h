// The job of a book of moves: where its lines begin, how long a position is searched, and how the book grows; and the state of
// its run, and of its audit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "booksearch/engines/chosen_search.h"
#include "booksearch/engines/uci_engine.h"
#include "booksearch/lines/book_answers.h"
#include "booksearch/lines/growth.h"
#include "booksearch/lines/move_judge.h"
#include "booksearch/lines/position_audit.h"
#include "booksearch/work/answer_store.h"
#include "booksearch/work/file_lock.h"
#include "codec/result.h"
#include "core/book/valued_book.h"
#include "core/game/game_module.h"

namespace tabiya::booksearch {

struct LinesJob {
  const GameModule* game = nullptr;
  std::vector<std::string> roots;  // positions; the usual start is "startpos"
  UciLimits limits;                // of each search
  GrowthSettings growth;
  Score tolerance = 1'000;  // what a move of the book may lose, logit x 10,000
};

// Returns the job with searches of `times` as many nodes, or `plies` deeper, whichever of the two it limits.
LinesJob with_longer_searches(LinesJob job, std::int64_t times, int plies);

// Returns the judges of a job; its game and `roots` must outlive them.
JudgeKind<MoveQuestion> move_judges(const LinesJob& job, const GrowthRoots& roots,
                                    const ChosenSearch& search);

// Returns the book that has grown, which names `judge` as the one who has searched.
ValuedBook finished_book(const LinesJob& job, const BookGrowth& growth, const std::string& judge);

// The path of the state of the output at `out`. It depends only on what the searches depend on, so that a book may be continued
// with other costs, or more positions.
std::string lines_state_path(const std::string& out);

// `judge`: the identity of the one who searches; empty for any.
AnsweredRun growing_run(const LinesJob& job, const GrowthRoots& roots, const std::string& judge);

// The run of an audit. Errors: those of encode_valued_book().
Result<AnsweredRun> lines_audit_run(const ValuedBook& book, const LinesJob& job,
                                    const PositionAuditSettings& settings, const std::string& judge);

// The answers of a run in its state. Without a state, it remembers none.
class LinesState {
 public:
  LinesState() = default;
  // Errors: those of AnswerStore::open() and memory_of().
  static Result<LinesState> open(const std::string& path, const AnsweredRun& run, const StateUse& use);

  const AnswerMemory& memory() const { return memory_; }
  // True if an earlier run has left answers.
  bool is_begun() const { return !memory_.known.empty(); }
  // What damage has lost, as AnswerStore::loss() has it.
  std::string loss() const { return store_ ? store_->loss() : ""; }

  Status remove() { return store_ ? store_->remove() : ok_status(); }

 private:
  std::unique_ptr<AnswerStore> store_;
  AnswerMemory memory_;
};

// The progress of a book.
struct LinesStatus {
  std::string state;  // the path
  std::optional<LockOwner> owner{};
  BookGrowth growth;  // after the last whole round
  SearchCount searches{};
  std::size_t answered = 0;  // questions of the round that is open

  bool is_finished() const { return growth.questions().empty(); }
};

// Reads the status of the book at `out`, whether or not it grows at the moment. Errors: there is no state, or that of another
// job.
Result<LinesStatus> lines_status(const std::string& out, const LinesJob& job, const GrowthRoots& roots);

}  // namespace tabiya::booksearch
