// What has been judged, in one SQLite file, so that a job can be killed at any moment and resumed:
//
//   meta(key, value)                            whose judgements they are
//   judgement(candidate, stage, score, wins, draws, losses, depth, nodes, crc, stored)        (judgement.h)
//
// The CRC-64 of each row shows changes made by anything else; `stored` is when it was found,
// in milliseconds since 1970.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/openings/judgement.h"
#include "booksearch/work/judge_pool.h"
#include "booksearch/work/sqlite.h"

namespace tabiya::booksearch {

struct JudgementIdentity {
  std::string job;    // what the numbers of candidates and stages stand for
  std::string judge;  // who judges
};

using StoredJudgement = std::pair<Question, Judgement>;

// How fast judgements have come in recently.
struct JudgementPace {
  double nodes_per_second = 0;  // of their searches; 0 if it cannot be told
  double seconds_since = 0;     // the last one was stored
};

// For use by one thread at a time. Errors of all functions: kIo when the file cannot be read or written;
// kCorrupt when it is damaged. What was stored before stays intact.
class JudgementStore {
 public:
  // Begins in a file that is absent or empty, or continues. Errors, besides: kInvalid when the file is of
  // another job or judge, or something else; kUnsupported when it is of another version.
  static Result<JudgementStore> open(const std::string& path, const JudgementIdentity& identity);

  // Only to be read, also while others write; whoever judges if `identity` names nobody. Errors as of open();
  // kInvalid if no job has been begun.
  static Result<JudgementStore> view(const std::string& path, const JudgementIdentity& identity);

  Result<std::vector<StoredJudgement>> judgements();
  Result<JudgementPace> pace();
  // Safe from the end of this program after a second at most, or when flush() is called.
  Status add(const Question& question, const Judgement& judgement);
  Status flush();

 private:
  explicit JudgementStore(Database database) : database_(std::move(database)) {}
  Result<bool> is_fresh();
  Status create(const JudgementIdentity& identity);
  Status check(const JudgementIdentity& identity);

  Database database_;
  bool in_transaction_ = false;
  std::chrono::steady_clock::time_point last_flush_{};
};

}  // namespace tabiya::booksearch
