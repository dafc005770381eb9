// The answers to the questions of a long run, in a file (answer_table.h) that one process writes at a time, and
// that is rescued where it is damaged.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/work/answer_table.h"
#include "booksearch/work/file_lock.h"
#include "booksearch/work/serialization.h"
#include "codec/result.h"

namespace tabiya::booksearch {

inline constexpr AnswerKind kLinesAnswers{"book of moves", 0x5461626C};        // "Tabl"
inline constexpr AnswerKind kLinesAuditAnswers{"audit", 0x54616264};           // "Tabd"
inline constexpr AnswerKind kOpeningsAnswers{"job of openings", 0x5441424A};   // "TABJ"
inline constexpr AnswerKind kSolvedPairAnswers{"run of `solve`", 0x54616273};  // "Tabs"

// Everything that must be the same to continue a run, by name. Messages use these names.
struct AnsweredRun {
  AnswerKind kind;
  std::vector<std::pair<std::string, std::string>> asked;
  std::string judge{};  // who answers; empty to view the answers of anybody

  std::string text() const;  // equal for equal runs
};

// The treatment of a state file that exists already.
struct StateUse {
  bool resume = false;  // continue it
  bool force = false;   // replace it
  LockText lock;        // of messages about another process that writes it; its name is the path
  std::string remedy;   // of messages about a file that cannot be continued
};

// For use by one thread at a time. Errors of all functions name the file: kIo when the file cannot be read or
// written; kCorrupt when it is damaged. Answers that were stored before stay intact.
class AnswerStore {
 public:
  // Begins a run in a file that is absent or empty, or continues one. The store keeps other processes out as
  // long as it lives. It replaces a damaged file by one with all answers that stand before the damage.
  // Errors, besides: kInvalid when another process writes the file, when `use` allows neither to continue nor
  // to replace it, or when it belongs to another run or program; kUnsupported when it has another version.
  static Result<std::unique_ptr<AnswerStore>> open(const std::string& path, const AnsweredRun& run,
                                                   const StateUse& use);
  // Opens a file only to read it, even while others write to it. Errors: those of open(); kInvalid if no run
  // has been begun.
  static Result<std::unique_ptr<AnswerStore>> view(const std::string& path, const AnsweredRun& run,
                                                   const std::string& remedy);
  // Counts the answers in the file of any run. Errors besides: kCorrupt if some fail their checksum.
  static Result<std::size_t> verify(const std::string& path);
  // Returns the process that writes the file, if there is one.
  static std::optional<LockOwner> owner(const std::string& path) { return lock_owner(lock_of(path)); }

  ~AnswerStore();

  // Hands over all answers in ascending order of their questions, except those that fail their checksum.
  // Errors besides: those of on_answer(), and kCorrupt where an answer cannot be one of the run.
  template <class Answer>
  Status read(const std::function<Status(std::uint64_t question, Answer answer)>& on_answer) {
    return read_rows([&](const StoredAnswer& row) -> Status {
      const auto question = static_cast<std::uint64_t>(row.question);
      std::optional<Answer> answer = from_bytes<Answer>(row.answer);
      if (!answer) return corrupt("the answer to question " + std::to_string(question) + " cannot be read");
      return on_answer(question, std::move(*answer));
    });
  }
  // `loss()` tells what damage has lost, as read() and open() have found; it is empty if nothing was lost.
  // Lost questions are asked again.
  const std::string& loss() const { return loss_; }
  Result<AnswerPace> pace();

  // Adds an answer. The file holds all answers except those of the last moment; after flush() it holds these,
  // too.
  template <class Answer>
  Status add(std::uint64_t question, const Answer& answer, std::int64_t nodes) {
    return add_row({static_cast<std::int64_t>(question), to_bytes(answer), nodes});
  }
  Status flush();

  // Removes the file at the end of the run.
  Status remove();

 private:
  AnswerStore(std::string path, AnswerTable table) : path_(std::move(path)), table_(std::move(table)) {}
  static std::string lock_of(const std::string& path) { return path + "-lock"; }
  static Result<std::unique_ptr<AnswerStore>> of_run(const std::string& path, Result<AnswerTable> table,
                                                     const AnsweredRun& run);
  static Result<std::unique_ptr<AnswerStore>> open_file(const std::string& path, const AnsweredRun& run);
  static Result<std::unique_ptr<AnswerStore>> rescue(const std::string& path, const AnsweredRun& run);
  static Status remove_files(const std::string& path);
  Status check(const AnsweredRun& run);
  Status read_rows(const std::function<Status(const StoredAnswer&)>& on_row);
  Status add_row(const StoredAnswer& row);

  std::string path_;
  std::optional<FileLock> lock_;
  std::optional<AnswerTable> table_;
  std::string loss_;
};

}  // namespace tabiya::booksearch
