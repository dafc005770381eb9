#include "booksearch/setups/job/job_store.h"

#include <array>
#include <cstdlib>
#include <map>
#include <sstream>
#include <tuple>

#include "booksearch/setups/job/stored_line.h"
#include "codec/crc64.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

constexpr std::int64_t kApplicationId = 0x5461626A;  // "Tabj": marks our files in SQLite's header
constexpr std::int64_t kVersion = 10;

constexpr auto kFlushInterval = std::chrono::milliseconds(200);

constexpr const char* kSchema = R"(
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE round (number INTEGER PRIMARY KEY, kept INTEGER NOT NULL, common INTEGER NOT NULL,
                      pairs INTEGER NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE kept (number INTEGER, place INTEGER, red INTEGER NOT NULL, red_value INTEGER NOT NULL,
                     refuter INTEGER NOT NULL, PRIMARY KEY (number, place)) WITHOUT ROWID;
)";

// The table of the rows of steps of one kind: its name, and the columns that number its steps.
struct RowTable {
  std::string name, number, part;
};

const RowTable& table_of(StepKind kind) {
  static const std::array<RowTable, 4> kTables{{{"row", "stage", "round"},
                                                {"refined", "batch", "depth"},
                                                {"taken", "batch", "depth"},
                                                {"look", "batch", "depth"}}};
  return kTables[static_cast<std::size_t>(kind)];
}

std::string schema_of(const RowTable& table) {
  return "CREATE TABLE " + table.name + " (" + table.number + " INTEGER, " + table.part +
         " INTEGER, red INTEGER, reply INTEGER NOT NULL, red_value INTEGER NOT NULL, nodes INTEGER NOT NULL, "
         "improvement INTEGER NOT NULL, inputs INTEGER NOT NULL, line INTEGER NOT NULL, line_end INTEGER NOT NULL, "
         "crc INTEGER NOT NULL, stored INTEGER NOT NULL, "
         "PRIMARY KEY (" +
         table.number + ", " + table.part + ", red)) WITHOUT ROWID;";
}

std::int64_t checksum(std::span<const std::int64_t> numbers) {
  return static_cast<std::int64_t>(codec::crc64(std::as_bytes(numbers)));
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

// These return the numbers that the checksum of a round or a row covers.
std::vector<std::int64_t> numbers_of(std::size_t number, const FilterRound& round) {
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(number),
                                    static_cast<std::int64_t>(round.common),
                                    static_cast<std::int64_t>(round.pairs)};
  for (const FilteredRed& red : round.kept)
    numbers.insert(numbers.end(), {red.red, red.red_value, red.refuter});
  return numbers;
}

// These return the SQL condition for the rows of a step, and the table of the rows with that condition.
std::string place_of(StepKind kind) {
  const RowTable& table = table_of(kind);
  return " WHERE " + table.number + " = ? AND " + table.part + " = ?";
}
std::string rows_of(const Step& step) { return table_of(step.kind).name + place_of(step.kind); }

std::array<std::int64_t, 10> numbers_of(const Step& step, const Row& row, std::uint64_t inputs) {
  return {static_cast<std::int64_t>(step.number),
          static_cast<std::int64_t>(step.part),
          row.red,
          row.reply,
          row.red_value,
          static_cast<std::int64_t>(row.nodes),
          row.improvement,
          static_cast<std::int64_t>(inputs),
          stored_line(row.line)[0],
          stored_line(row.line)[1]};
}

std::string checksum(const JobIdentity& identity) {
  const std::string text = identity.job + hexadecimal(identity.origin.evaluation) +
                           hexadecimal(identity.origin.search) + identity.engine;
  return hexadecimal(codec::crc64(std::as_bytes(std::span(text))));
}

}  // namespace

std::optional<std::string> describe_difference(const JobIdentity& stored, const JobIdentity& given) {
  if (stored.job != given.job) return "job: " + first_difference(stored.job, given.job);
  const auto differ = [](const char* part, const std::string& its, const std::string& ours) {
    return std::string(part) + ": it was started with " + its + ", not with " + ours;
  };
  const auto fingerprint = [](std::uint64_t number) { return "the fingerprint " + hexadecimal(number); };
  if (stored.origin.evaluation != given.origin.evaluation)
    return differ("evaluation", fingerprint(stored.origin.evaluation), fingerprint(given.origin.evaluation));
  if (stored.engine != given.engine) {
    const auto name = [](const JobIdentity& one) {
      return one.engine.empty() ? "our own search" : one.engine;
    };
    return differ("search", name(stored), name(given));
  }
  if (stored.origin.search != given.origin.search)
    return differ("search", fingerprint(stored.origin.search), fingerprint(given.origin.search));
  return std::nullopt;
}

Result<JobStore> JobStore::open(const std::string& path, const Job& job, const ValueOrigin& origin,
                                const MayExtend& may_extend, const std::string& engine) {
  Result<Database> database = Database::open(path);
  if (!database) return database.error();
  JobStore store(std::move(*database));
  const Result<bool> fresh = store.is_fresh();
  if (!fresh) return fresh.error();
  if (auto status = begin_log(store.database_); !status) return status.error();
  const JobIdentity identity{canonical_text(job), origin, engine};
  const Status status = *fresh ? store.create(identity) : store.check_identity(identity, may_extend);
  if (!status) return status.error();
  return store;
}

Result<JobStore> JobStore::view(const std::string& path) {
  return undisturbed_view(path, [&path]() -> Result<JobStore> {
    Result<Database> database = Database::view(path);
    if (!database) return database.error();
    JobStore store(std::move(*database));
    const Result<bool> fresh = store.is_fresh();
    if (!fresh) return fresh.error();
    if (*fresh) return invalid("no job has been started in the file");
    if (auto status = check_format(store.database_, kVersion); !status) return status.error();
    return store;
  });
}

Result<bool> JobStore::is_fresh() { return booksearch::is_fresh(database_, kApplicationId, "a job"); }

Status JobStore::create(const JobIdentity& identity) {
  std::string sql = "BEGIN IMMEDIATE;" + std::string(kSchema);
  for (const StepKind kind : {StepKind::kRound, StepKind::kBatch, StepKind::kReplies, StepKind::kLooks})
    sql += schema_of(table_of(kind));
  const auto add = [&](const char* key, const std::string& value) {
    sql += "INSERT INTO meta VALUES ('" + std::string(key) + "', " + quoted(value) + ");";
  };
  add("job", identity.job);
  add("evaluation", hexadecimal(identity.origin.evaluation));
  add("search", hexadecimal(identity.origin.search));
  add("engine", identity.engine);
  add("crc", checksum(identity));
  return database_.execute(sql + mark_of(kApplicationId, kVersion) + "COMMIT;");
}

Result<JobIdentity> JobStore::identity() {
  const auto entries = database_.texts("SELECT key, value FROM meta");
  if (!entries) return entries.error();
  std::map<std::string, std::string> meta;
  for (const auto& entry : *entries) meta[entry[0]] = entry[1];
  JobIdentity identity{meta["job"],
                       {std::strtoull(meta["evaluation"].c_str(), nullptr, 16),
                        std::strtoull(meta["search"].c_str(), nullptr, 16)},
                       meta["engine"]};
  if (meta["crc"] != checksum(identity))
    return corrupt("the file is damaged (the checksum of its job is wrong)");
  return identity;
}

Status JobStore::check_identity(const JobIdentity& identity, const MayExtend& may_extend) {
  if (auto status = check_format(database_, kVersion); !status) return status;
  const Result<JobIdentity> stored = this->identity();
  if (!stored) return stored.error();
  const bool extends = stored->job != identity.job && may_extend && may_extend(stored->job);
  const JobIdentity begun{extends ? identity.job : stored->job, stored->origin, stored->engine};
  if (const auto difference = describe_difference(begun, identity))
    return invalid("the file belongs to another " + *difference);
  return extends ? extend(identity) : ok_status();
}

Status JobStore::extend(const JobIdentity& identity) {
  return database_.execute("BEGIN IMMEDIATE; UPDATE meta SET value = " + quoted(identity.job) +
                           " WHERE key = 'job'; UPDATE meta SET value = " + quoted(checksum(identity)) +
                           " WHERE key = 'crc'; COMMIT;");
}

Result<std::vector<FilterRound>> JobStore::rounds() {
  const auto summaries =
      database_.integers("SELECT number, kept, common, pairs, crc FROM round ORDER BY number");
  if (!summaries) return summaries.error();
  std::vector<FilterRound> rounds;
  for (const auto& summary : *summaries) {
    const std::array number{summary[0]};
    const auto kept = database_.integers(
        "SELECT red, red_value, refuter FROM kept WHERE number = ? ORDER BY place", number);
    if (!kept) return kept.error();
    FilterRound round;
    round.common = static_cast<std::size_t>(summary[2]);
    round.pairs = static_cast<std::uint64_t>(summary[3]);
    for (const auto& red : *kept) {
      round.kept.push_back(
          {static_cast<SetupId>(red[0]), static_cast<Score>(red[1]), static_cast<SetupId>(red[2])});
    }
    if (summary[0] != static_cast<std::int64_t>(rounds.size()) ||
        checksum(numbers_of(rounds.size(), round)) != summary[4]) {
      return corrupt("filter round " + std::to_string(rounds.size() + 1) + " of the job fails its checksum");
    }
    rounds.push_back(std::move(round));
  }
  return rounds;
}

Status JobStore::add_round(std::size_t number, const FilterRound& round) {
  if (auto status = flush(); !status) return status;
  if (auto status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
  in_transaction_ = true;
  const auto place_of = static_cast<std::int64_t>(number);
  std::vector<std::int64_t> kept;
  for (std::size_t place = 0; place < round.kept.size(); ++place) {
    const FilteredRed& red = round.kept[place];
    kept.insert(kept.end(),
                {place_of, static_cast<std::int64_t>(place), red.red, red.red_value, red.refuter});
  }
  const std::array summary{place_of, static_cast<std::int64_t>(round.kept.size()),
                           static_cast<std::int64_t>(round.common), static_cast<std::int64_t>(round.pairs),
                           checksum(numbers_of(number, round))};
  if (!kept.empty()) {
    if (auto status = database_.execute("INSERT INTO kept VALUES (?, ?, ?, ?, ?)", kept); !status)
      return status;
  }
  if (auto status = database_.execute("INSERT INTO round VALUES (?, ?, ?, ?, ?)", summary); !status)
    return status;
  return flush();
}

Result<std::vector<Row>> JobStore::rows(const Step& step) { return rows_for({.step = step}); }

Result<std::vector<Row>> JobStore::rows_for(const StepTask& task) {
  const auto& [step, inputs] = std::tie(task.step, task.inputs);
  const std::array parameters{static_cast<std::int64_t>(step.number), static_cast<std::int64_t>(step.part)};
  const auto stored = read_rows(step.kind, place_of(step.kind), parameters);
  if (!stored) return stored.error();
  std::vector<Row> rows;
  for (const StoredRow& each : *stored) {
    if (inputs) {
      const auto found = inputs->find(each.row.red);
      if (found == inputs->end() || found->second != each.inputs) continue;
    }
    rows.push_back(each.row);
  }
  return rows;
}

// Reads all rows at once, so that none is missed, whatever is damaged.
Result<std::vector<std::pair<Step, std::vector<Row>>>> JobStore::steps(StepKind kind) {
  const auto stored = read_rows(kind, "", {});
  if (!stored) return stored.error();
  std::map<std::pair<std::size_t, std::size_t>, std::vector<Row>> rows;
  for (const StoredRow& each : *stored) rows[{each.step.number, each.step.part}].push_back(each.row);
  std::vector<std::pair<Step, std::vector<Row>>> steps;
  for (auto& [place, found] : rows) steps.push_back({{place.first, place.second, kind}, std::move(found)});
  return steps;
}

Result<std::vector<JobStore::StoredRow>> JobStore::read_rows(StepKind kind, const std::string& where,
                                                             std::span<const std::int64_t> parameters) {
  const RowTable& table = table_of(kind);
  const auto stored = database_.integers(
      "SELECT " + table.number + ", " + table.part +
          ", red, reply, red_value, nodes, improvement, inputs, line, line_end, crc FROM " + table.name +
          where,
      parameters);
  if (!stored) return stored.error();
  std::vector<StoredRow> rows;
  for (const auto& numbers : *stored) {
    const StoredRow each{{static_cast<std::size_t>(numbers[0]), static_cast<std::size_t>(numbers[1]), kind},
                         {static_cast<SetupId>(numbers[2]), static_cast<SetupId>(numbers[3]),
                          static_cast<Score>(numbers[4]), static_cast<std::uint64_t>(numbers[5]),
                          static_cast<Score>(numbers[6]), line_of({numbers[8], numbers[9]})},
                         static_cast<std::uint64_t>(numbers[7])};
    if (checksum(numbers_of(each.step, each.row, each.inputs)) != numbers[10]) {
      return corrupt("the row of setup " + std::to_string(each.row.red) + " in " + table.number + " " +
                     std::to_string(each.step.number + 1) + " of the job fails its checksum");
    }
    rows.push_back(each);
  }
  return rows;
}

Result<Pace> JobStore::pace(const Step& step) {
  constexpr std::int64_t kWindow = 60'000;  // milliseconds
  const auto number = static_cast<std::int64_t>(step.number);
  const auto part = static_cast<std::int64_t>(step.part);
  const auto found =
      database_.integers("SELECT count(*), min(stored), max(stored) FROM " + rows_of(step) +
                             " AND stored > (SELECT max(stored) FROM " + rows_of(step) + ") - ?",
                         std::array{number, part, number, part, kWindow});
  if (!found) return found.error();
  const std::int64_t count = (*found)[0][0], first = (*found)[0][1], last = (*found)[0][2];
  Pace pace;
  if (count > 1 && last > first)
    pace.rows_per_second = 1e3 * static_cast<double>(count - 1) / static_cast<double>(last - first);
  if (count > 0) pace.seconds_since_row = static_cast<double>(milliseconds_now() - last) / 1e3;
  return pace;
}

Status JobStore::add_row(const Step& step, const Row& row, std::uint64_t inputs) {
  if (!in_transaction_) {
    if (auto status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
    in_transaction_ = true;
  }
  const auto numbers = numbers_of(step, row, inputs);
  std::vector<std::int64_t> parameters(numbers.begin(), numbers.end());
  parameters.push_back(checksum(numbers));
  parameters.push_back(milliseconds_now());
  if (auto status = database_.execute("INSERT OR REPLACE INTO " + table_of(step.kind).name +
                                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                                      parameters);
      !status)
    return status;
  const bool due = std::chrono::steady_clock::now() - last_flush_ >= kFlushInterval;
  return due ? flush() : ok_status();
}

Status JobStore::flush() {
  if (!std::exchange(in_transaction_, false)) return ok_status();
  last_flush_ = std::chrono::steady_clock::now();
  return database_.execute("COMMIT");
}

}  // namespace tabiya::booksearch
