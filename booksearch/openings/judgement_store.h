// What has been judged, in one SQLite file, so that a job can be killed at any moment and resumed:
//
//   meta(key, value)                                                                  whose judgements they
//   are judgement(candidate, stage, score, wins, draws, losses, depth, nodes, crc)        (judgement.h)
//
// The CRC-64 of each row tells when somebody or something else has changed it.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/openings/judge_pool.h"
#include "booksearch/openings/judgement.h"
#include "booksearch/support/sqlite.h"

namespace tabiya::booksearch {

struct JudgementIdentity {
  std::string job;    // what the numbers of candidates and stages stand for
  std::string judge;  // who judges
};

// For use by one thread at a time. Errors of all functions: kIo when the file cannot be read or written;
// kCorrupt when it is damaged. What was stored before stays intact.
class JudgementStore {
 public:
  // Begins in a file that is absent or empty, or goes on. Errors, besides: kInvalid when the file is of
  // another job or judge, or something else; kUnsupported when it is of another version.
  static Result<JudgementStore> open(const std::string& path, const JudgementIdentity& identity);

  Result<std::vector<std::pair<Question, Judgement>>> judgements();
  // Safe from the end of this program after a second at most, or when flush() is called.
  Status add(const Question& question, const Judgement& judgement);
  Status flush();

 private:
  explicit JudgementStore(Database database) : database_(std::move(database)) {}
  Status create(const JudgementIdentity& identity);
  Status check(const JudgementIdentity& identity);

  Database database_;
  bool in_transaction_ = false;
  std::chrono::steady_clock::time_point last_flush_{};
};

}  // namespace tabiya::booksearch
