// The state of a job in one file (answer_table.h): everything finished so far, so that a run that ends at any
// moment, in any way, can be resumed to the same book. The questions are the rounds of the filter, and the reds
// of each step of the schedule, of the refinement, of better replies that were given, and of deeper looks
// (steps.h).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/setups/filter/fixed_point.h"
#include "booksearch/setups/job/job.h"
#include "booksearch/setups/job/steps.h"
#include "booksearch/work/answer_table.h"
#include "codec/result.h"

namespace tabiya::booksearch {

// The identity of the job whose state a file holds.
struct JobIdentity {
  std::string job;                 // canonical_text()
  std::string evaluation, search;  // hexadecimal fingerprints
  std::string engine;              // PairOracle::engine()
};

// Describes the difference between two identities, if there is any: "evaluation: it was started with the
// fingerprint …, and not with …".
std::optional<std::string> describe_difference(const JobIdentity& stored, const JobIdentity& given);

// For use by one thread at a time. Errors of all functions: kIo when the file cannot be read or written (no
// permission, no space left); kCorrupt when it is damaged. Rows that were stored before stay intact.
class JobStore {
 public:
  // Begins a job in a file that is absent or empty, or continues one. If `may_extend` says so, a file that
  // was begun for another job (its canonical_text()) is taken over for this one. Errors, besides those above:
  // kInvalid when the file belongs to another job, evaluation or search, or is no job file at all;
  // kUnsupported when it has another version.
  using MayExtend = std::function<bool(const std::string& begun)>;
  static Result<JobStore> open(const std::string& path, const Job& job, const ValueOrigin& origin,
                               const MayExtend& may_extend = {}, const std::string& engine = {});

  // Opens a file only to read it, even while the job runs. Errors: as above, and kInvalid when no job has
  // been begun in it: it is empty, or its run is just about to begin.
  static Result<JobStore> view(const std::string& path);

  Result<JobIdentity> identity();

  Result<std::vector<FilterRound>> rounds();
  Status add_round(std::size_t number, const FilterRound& round);

  // Returns all steps of that kind that have rows, in their order, with their rows.
  Result<std::vector<std::pair<Step, std::vector<Row>>>> steps(StepKind kind);

  // Returns the rows of a task's step, in no particular order. If the task has inputs, only rows that were computed from them count:
  // the others were left by a job that has been extended.
  Result<std::vector<Row>> rows_for(const StepTask& task);
  Result<AnswerPace> pace(const Step& step);

  // Adds a row, in place of an earlier one of this red in this step. It is safe after the next flush(), which
  // follows by itself when the last one was a while ago.
  Status add_row(const Step& step, const Row& row, std::uint64_t inputs = 0);
  Status flush();

 private:
  explicit JobStore(AnswerTable table) : table_(std::move(table)) {}
  Status check_identity(const JobIdentity& identity, const MayExtend& may_extend);
  struct StoredRow {
    Step step{};  // which the question tells
    Row row{};
    std::uint64_t inputs = 0;  // a hash of what the row was computed from (steps.h); 0 beyond the schedule

    static void visit_parts(auto& self, auto& visit) { visit(self.row, self.inputs); }
  };
  Result<std::vector<StoredRow>> read_rows(const QuestionRange& range);

  AnswerTable table_;
};

}  // namespace tabiya::booksearch
