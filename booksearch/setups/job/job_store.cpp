#include "booksearch/setups/job/job_store.h"

#include <limits>
#include <sstream>

#include "codec/crc64.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

constexpr AnswerKind kJobAnswers{"job", 0x5461626A, 11};  // "Tabj"

// The number of a row's question has the kind of its step on top, then the step's number and part, and the
// red. Rounds of the filter are of a kind of their own.
constexpr unsigned kKindShift = 60, kNumberShift = 44, kPartShift = 32;
constexpr std::int64_t kRounds = static_cast<std::int64_t>(StepKind::kLooks) + 1;

std::int64_t first_question(std::int64_t kind) { return kind << kKindShift; }
QuestionRange range_of(std::int64_t kind) { return {first_question(kind), first_question(kind + 1) - 1}; }

std::int64_t round_question(std::size_t number) {
  return first_question(kRounds) | static_cast<std::int64_t>(number) << kNumberShift;
}

std::int64_t question_of(const Step& step, SetupId red) {
  return first_question(static_cast<std::int64_t>(step.kind)) |
         static_cast<std::int64_t>(step.number) << kNumberShift |
         static_cast<std::int64_t>(step.part) << kPartShift | red;
}
QuestionRange range_of(const Step& step) {
  return {question_of(step, 0), question_of(step, std::numeric_limits<SetupId>::max())};
}
Step step_of(std::int64_t question) {
  const auto bits = [&](unsigned from, unsigned to) {
    return static_cast<std::size_t>(question >> from & ((std::int64_t{1} << (to - from)) - 1));
  };
  return {bits(kNumberShift, kKindShift), bits(kPartShift, kNumberShift),
          static_cast<StepKind>(question >> kKindShift)};
}

// True if the lines of two jobs both tell how many reds a stage keeps, and the second one keeps more: that
// alone makes no other job.
bool keeps_more(const std::string& stored, const std::string& given) {
  constexpr std::string_view kKey = "keep = ";
  if (!stored.starts_with(kKey) || !given.starts_with(kKey)) return false;
  return std::stoull(stored.substr(kKey.size())) < std::stoull(given.substr(kKey.size()));
}

// Describes the first line that makes them different jobs: "it was started with `seed = 1`, not with `seed
// = 2`".
std::string first_difference(const std::string& stored, const std::string& given) {
  std::istringstream stored_lines(stored);
  std::istringstream given_lines(given);
  std::string stored_line;
  std::string given_line;
  bool in_stage = false;
  const auto read = [](std::istringstream& lines, std::string& line) {
    while (std::getline(lines, line) && line.empty()) {
    }
    if (!lines) line = "no further stage";
  };
  do {
    read(stored_lines, stored_line);
    read(given_lines, given_line);
    in_stage |= stored_line == "[[stage]]";
  } while ((stored_line == given_line || (in_stage && keeps_more(stored_line, given_line))) && stored_lines &&
           given_lines);
  return "it was started with `" + stored_line + "`, not with `" + given_line + "`";
}

std::string checksum(const JobIdentity& identity) {
  const std::string text = identity.job + identity.evaluation + identity.search + identity.engine;
  return hexadecimal(codec::crc64(std::as_bytes(std::span(text))));
}

AnswerTable::Meta meta_of(const JobIdentity& identity) {
  return {{"job", identity.job},
          {"evaluation", identity.evaluation},
          {"search", identity.search},
          {"engine", identity.engine},
          {"crc", checksum(identity)}};
}

}  // namespace

std::optional<std::string> describe_difference(const JobIdentity& stored, const JobIdentity& given) {
  if (stored.job != given.job) return "job: " + first_difference(stored.job, given.job);
  const auto differ = [](const char* part, const std::string& its, const std::string& ours) {
    return std::string(part) + ": it was started with " + its + ", not with " + ours;
  };
  if (stored.evaluation != given.evaluation)
    return differ("evaluation", "the fingerprint " + stored.evaluation,
                  "the fingerprint " + given.evaluation);
  if (stored.engine != given.engine) {
    const auto name = [](const JobIdentity& one) {
      return one.engine.empty() ? "our own search" : one.engine;
    };
    return differ("search", name(stored), name(given));
  }
  if (stored.search != given.search)
    return differ("search", "the fingerprint " + stored.search, "the fingerprint " + given.search);
  return std::nullopt;
}

Result<JobStore> JobStore::open(const std::string& path, const Job& job, const ValueOrigin& origin,
                                const MayExtend& may_extend, const std::string& engine) {
  const JobIdentity identity{canonical_text(job), hexadecimal(origin.evaluation), hexadecimal(origin.search),
                             engine};
  Result<AnswerTable> table = AnswerTable::open(path, kJobAnswers, meta_of(identity));
  if (!table) return table.error();
  JobStore store(std::move(*table));
  if (const Status status = store.check_identity(identity, may_extend); !status) return status.error();
  return store;
}

Result<JobStore> JobStore::view(const std::string& path) {
  Result<AnswerTable> table = AnswerTable::view(path, kJobAnswers);
  if (!table) return table.error();
  return JobStore(std::move(*table));
}

Result<JobIdentity> JobStore::identity() {
  auto meta = table_.meta();
  if (!meta) return meta.error();
  JobIdentity identity{(*meta)["job"], (*meta)["evaluation"], (*meta)["search"], (*meta)["engine"]};
  if ((*meta)["crc"] != checksum(identity))
    return corrupt("the file is damaged (the checksum of its job is wrong)");
  return identity;
}

Status JobStore::check_identity(const JobIdentity& identity, const MayExtend& may_extend) {
  const Result<JobIdentity> stored = this->identity();
  if (!stored) return stored.error();
  const bool extends = stored->job != identity.job && may_extend && may_extend(stored->job);
  JobIdentity begun = *stored;
  if (extends) begun.job = identity.job;
  if (const auto difference = describe_difference(begun, identity))
    return invalid("the file belongs to another " + *difference);
  return extends ? table_.set_meta(meta_of(identity)) : ok_status();
}

Result<std::vector<FilterRound>> JobStore::rounds() {
  std::vector<FilterRound> rounds;
  bool is_damaged = false;
  const auto take = [&](const StoredAnswer& stored) {
    std::optional<FilterRound> round = from_bytes<FilterRound>(stored.answer);
    is_damaged |= !round || stored.question != round_question(rounds.size());
    if (!is_damaged) rounds.push_back(*std::move(round));
  };
  const Status read = table_.read(range_of(kRounds), take, [&](std::int64_t) { is_damaged = true; });
  if (!read) return read.error();
  if (is_damaged)
    return corrupt("filter round " + std::to_string(rounds.size() + 1) + " of the job fails its checksum");
  return rounds;
}

Status JobStore::add_round(std::size_t number, const FilterRound& round) {
  if (auto status = table_.add({round_question(number), to_bytes(round)}); !status) return status;
  return table_.flush();
}

Result<std::vector<Row>> JobStore::rows_for(const StepTask& task) {
  const auto stored = read_rows(range_of(task.step));
  if (!stored) return stored.error();
  std::vector<Row> rows;
  for (const StoredRow& each : *stored) {
    if (task.inputs) {
      const auto found = task.inputs->find(each.row.red);
      if (found == task.inputs->end() || found->second != each.inputs) continue;
    }
    rows.push_back(each.row);
  }
  return rows;
}

Result<std::vector<std::pair<Step, std::vector<Row>>>> JobStore::steps(StepKind kind) {
  const auto stored = read_rows(range_of(static_cast<std::int64_t>(kind)));
  if (!stored) return stored.error();
  std::vector<std::pair<Step, std::vector<Row>>> steps;
  for (const StoredRow& each : *stored) {
    if (steps.empty() || steps.back().first != each.step) steps.push_back({each.step, {}});
    steps.back().second.push_back(each.row);
  }
  return steps;
}

// Reads all rows at once, so that none is missed, whatever is damaged.
Result<std::vector<JobStore::StoredRow>> JobStore::read_rows(const QuestionRange& range) {
  std::vector<StoredRow> rows;
  Status sound = ok_status();
  const auto refuse = [&](std::int64_t question) {
    const Step step = step_of(question);
    sound = corrupt("the row of setup " + std::to_string(static_cast<SetupId>(question)) + " in " +
                    (step.kind == StepKind::kRound ? "stage " : "batch ") + std::to_string(step.number + 1) +
                    " of the job fails its checksum");
  };
  const auto take = [&](const StoredAnswer& stored) {
    std::optional<StoredRow> row = from_bytes<StoredRow>(stored.answer);
    if (!row) return refuse(stored.question);
    row->step = step_of(stored.question);
    rows.push_back(*std::move(row));
  };
  if (const Status read = table_.read(range, take, refuse); !read) return read.error();
  if (!sound) return sound.error();
  return rows;
}

Result<AnswerPace> JobStore::pace(const Step& step) { return table_.pace(range_of(step)); }

Status JobStore::add_row(const Step& step, const Row& row, std::uint64_t inputs) {
  const Step told = step_of(question_of(step, row.red));
  if (told.number != step.number || told.part != step.part)
    return unsupported("the job has more steps than its state can tell apart");
  return table_.add({question_of(step, row.red), to_bytes(StoredRow{step, row, inputs}),
                     static_cast<std::int64_t>(row.nodes)});
}

Status JobStore::flush() { return table_.flush(); }

}  // namespace tabiya::booksearch
