// The answers of a run in one SQLite file, so that the run can be killed at any moment and resumed:
//
//   meta(name, value)                                what is asked, and by whom it is answered
//   answer(question, answer, nodes, crc, stored)     each answer, as serialization.h writes it
//
// A question is a number that means the same in all runs of its kind. The CRC-64 of each row shows changes
// made by anything else. `stored` is the time at which the answer was found, in milliseconds since 1970.
// SQLite keeps the file consistent by its write-ahead log, and others can read it while the run goes on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "booksearch/work/serialization.h"
#include "booksearch/work/sqlite.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// Marks the files of a kind in SQLite's header, and names its runs in messages: "book of moves".
struct AnswerKind {
  std::string_view name;
  std::int64_t mark;
  std::int64_t version = 3;
};

struct StoredAnswer {
  std::int64_t question = 0;
  Bytes answer;
  std::int64_t nodes = 0;  // of the search for it
};

// Questions from `first` to `last`; all by default.
struct QuestionRange {
  std::int64_t first = std::numeric_limits<std::int64_t>::min();
  std::int64_t last = std::numeric_limits<std::int64_t>::max();
};

// The rate at which answers came in during the last minute in which any did.
struct AnswerPace {
  double answers_per_second = 0;  // 0 if it cannot be told
  double nodes_per_second = 0;    // of their searches; 0 if it cannot be told
  double seconds_since = 0;       // the last answer was stored
};

// For use by one thread at a time. Errors of all functions: kIo when the file cannot be read or written,
// kCorrupt when it is damaged. Answers that were stored before stay intact.
class AnswerTable {
 public:
  using Meta = std::map<std::string, std::string>;

  // Begins a run in a file that is absent or empty, or opens that of any run of this kind. Errors, besides: kInvalid if
  // another application has stored something; those of check_format().
  static Result<AnswerTable> open(const std::string& path, const AnswerKind& kind, const Meta& meta);
  // Opens a file only to read it, even while others write to it. Errors: as above, and kInvalid if no run has been begun.
  static Result<AnswerTable> view(const std::string& path, const AnswerKind& kind);

  explicit AnswerTable(Database database) : database_(std::move(database)) {}
  // Checks the format of a file that holds a run. Errors, besides: kUnsupported if it has another version;
  // kCorrupt also where no checksum of a row would tell.
  Status check_format(std::int64_t version);

  Result<Meta> meta();
  Status set_meta(const Meta& entries);

  // Hands over the answers to some questions in ascending order, and those that fail their checksum to
  // `on_damaged`.
  Status read(const QuestionRange& range, const std::function<void(const StoredAnswer&)>& on_answer,
              const std::function<void(std::int64_t question)>& on_damaged);
  // The pace of the answers to some questions.
  Result<AnswerPace> pace(const QuestionRange& range);

  // Adds an answer, in place of an earlier one to the same question. The file holds all answers except those
  // of the last moment; after flush() it holds these, too. It commits by itself when the last commit was a while ago.
  Status add(const StoredAnswer& answer);
  Status flush();

 private:
  Result<bool> is_fresh(const AnswerKind& kind);
  Status begin_log();
  Status create(const Meta& meta, const AnswerKind& kind);

  Database database_;
  bool in_transaction_ = false;
  std::chrono::steady_clock::time_point last_commit_{};
};

}  // namespace tabiya::booksearch
