#include "booksearch/job_store.h"

#include <array>
#include <cstdio>
#include <map>
#include <sstream>
#include <utility>

#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

constexpr std::int64_t kApplicationId = 0x5461626A;  // "Tabj": marks our files in SQLite's header
constexpr std::int64_t kVersion = 2;

constexpr auto kFlushInterval = std::chrono::milliseconds(200);

constexpr const char* kSchema = R"(
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE round (number INTEGER PRIMARY KEY, kept INTEGER NOT NULL, common INTEGER NOT NULL,
                      pairs INTEGER NOT NULL, crc INTEGER NOT NULL);
  CREATE TABLE kept (number INTEGER, place INTEGER, red INTEGER NOT NULL, red_value INTEGER NOT NULL,
                     refuter INTEGER NOT NULL, PRIMARY KEY (number, place)) WITHOUT ROWID;
  CREATE TABLE row (stage INTEGER, red INTEGER, reply INTEGER NOT NULL, red_value INTEGER NOT NULL,
                    nodes INTEGER NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY (stage, red)) WITHOUT ROWID;
)";

std::int64_t checksum(std::span<const std::int64_t> numbers) {
  return static_cast<std::int64_t>(codec::crc64(std::as_bytes(numbers)));
}

std::string hexadecimal(std::uint64_t number) {
  std::array<char, 17> text{};
  std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
  return text.data();
}

std::string quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("''") : std::string(1, c);
  return quoted + "'";
}

// "it was begun with `seed = 1`, and not with `seed = 2`": the first line in which two jobs differ.
std::string describe_difference(const std::string& stored, const std::string& given) {
  std::istringstream stored_lines(stored);
  std::istringstream given_lines(given);
  std::string stored_line;
  std::string given_line;
  do {
    if (!std::getline(stored_lines, stored_line)) stored_line = "no more stages";
    if (!std::getline(given_lines, given_line)) given_line = "no more stages";
  } while (stored_line == given_line && stored_lines && given_lines);
  return "it was begun with `" + stored_line + "`, and not with `" + given_line + "`";
}

// The numbers that the checksum of a round or a row covers.
std::vector<std::int64_t> numbers_of(std::size_t number, const FilterRound& round) {
  std::vector<std::int64_t> numbers{static_cast<std::int64_t>(number),
                                    static_cast<std::int64_t>(round.common),
                                    static_cast<std::int64_t>(round.pairs)};
  for (const FilteredRed& red : round.kept)
    numbers.insert(numbers.end(), {red.red, red.red_value, red.refuter});
  return numbers;
}

std::array<std::int64_t, 5> numbers_of(std::size_t stage, const Row& row) {
  return {static_cast<std::int64_t>(stage), row.red, row.reply, row.red_value,
          static_cast<std::int64_t>(row.nodes)};
}

}  // namespace

Result<JobStore> JobStore::open(const std::string& path, const Job& job, const ValueOrigin& origin) {
  Result<Database> database = Database::open(path);
  if (!database) return database.error();
  JobStore store(std::move(*database));
  const Status status = store.prepare(job, origin);
  if (!status) return status.error();
  return store;
}

Status JobStore::prepare(const Job& job, const ValueOrigin& origin) {
  const auto id = database_.integers("PRAGMA application_id");
  if (!id) return id.error();
  const auto tables = database_.integers("SELECT count(*) FROM sqlite_schema");
  if (!tables) return tables.error();
  const bool fresh = (*id)[0][0] == 0 && (*tables)[0][0] == 0;
  if (!fresh && (*id)[0][0] != kApplicationId) return invalid("the file is a database, but not of a job");

  // Write-ahead log: readers never wait, and a commit need not wait for the disk to be safe from a crash of
  // this program (a crash of the machine may cost the last commits, but nothing else).
  if (auto mode = database_.texts("PRAGMA journal_mode = WAL"); !mode) return mode.error();
  if (auto status = database_.execute("PRAGMA synchronous = NORMAL"); !status) return status;
  return fresh ? create(job, origin) : check(job, origin);
}

Status JobStore::create(const Job& job, const ValueOrigin& origin) {
  return database_.execute("BEGIN IMMEDIATE;" + std::string(kSchema) +                                      //
                           "INSERT INTO meta VALUES ('job', " + quoted(canonical_text(job)) + ");" +        //
                           "INSERT INTO meta VALUES ('job_hash', '" + hexadecimal(job_hash(job)) + "');" +  //
                           "INSERT INTO meta VALUES ('evaluation', '" + hexadecimal(origin.evaluation) +
                           "'), ('search', '" + hexadecimal(origin.search) +
                           "'); PRAGMA application_id = " + std::to_string(kApplicationId) +
                           "; PRAGMA user_version = " + std::to_string(kVersion) + "; COMMIT;");
}

Status JobStore::check(const Job& job, const ValueOrigin& origin) {
  const auto version = database_.integers("PRAGMA user_version");
  if (!version) return version.error();
  if ((*version)[0][0] != kVersion) {
    return unsupported("the job file is of version " + std::to_string((*version)[0][0]) +
                       ", this program writes version " + std::to_string(kVersion));
  }
  const auto structure = database_.texts("PRAGMA quick_check(1)");
  if (!structure) return structure.error();
  if ((*structure)[0][0] != "ok") return corrupt("the file is damaged (" + (*structure)[0][0] + ")");

  const auto entries = database_.texts("SELECT key, value FROM meta");
  if (!entries) return entries.error();
  std::map<std::string, std::string> meta;
  for (const auto& entry : *entries) meta[entry[0]] = entry[1];
  const std::string stored = meta["job"];
  if (meta["job_hash"] != hexadecimal(codec::crc64(std::as_bytes(std::span(stored))))) {
    return corrupt("the file is damaged (the checksum of its job is wrong)");
  }
  if (stored != canonical_text(job)) {
    return invalid("the file belongs to another job: " + describe_difference(stored, canonical_text(job)));
  }
  for (const auto& [part, fingerprint] :
       {std::pair{"evaluation", origin.evaluation}, {"search", origin.search}}) {
    if (meta[part] == hexadecimal(fingerprint)) continue;
    return invalid("the file belongs to another " + std::string(part) +
                   ": it was begun with the fingerprint " + meta[part] + ", and not with " +
                   hexadecimal(fingerprint));
  }
  return ok_status();
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

Result<std::vector<Row>> JobStore::rows(std::size_t stage) {
  const std::array parameter{static_cast<std::int64_t>(stage)};
  const auto stored =
      database_.integers("SELECT red, reply, red_value, nodes, crc FROM row WHERE stage = ?", parameter);
  if (!stored) return stored.error();
  std::vector<Row> rows;
  for (const auto& numbers : *stored) {
    const Row row{static_cast<SetupId>(numbers[0]), static_cast<SetupId>(numbers[1]),
                  static_cast<Score>(numbers[2]), static_cast<std::uint64_t>(numbers[3])};
    if (checksum(numbers_of(stage, row)) != numbers[4]) {
      return corrupt("the row of setup " + std::to_string(row.red) + " in stage " +
                     std::to_string(stage + 1) + " of the job fails its checksum");
    }
    rows.push_back(row);
  }
  return rows;
}

Status JobStore::add_row(std::size_t stage, const Row& row) {
  if (!in_transaction_) {
    if (auto status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
    in_transaction_ = true;
    transaction_start_ = std::chrono::steady_clock::now();
  }
  const auto numbers = numbers_of(stage, row);
  std::vector<std::int64_t> parameters(numbers.begin(), numbers.end());
  parameters.push_back(checksum(numbers));
  if (auto status = database_.execute("INSERT INTO row VALUES (?, ?, ?, ?, ?, ?)", parameters); !status) {
    return status;
  }
  const bool due = std::chrono::steady_clock::now() - transaction_start_ >= kFlushInterval;
  return due ? flush() : ok_status();
}

Status JobStore::flush() {
  if (!std::exchange(in_transaction_, false)) return ok_status();
  return database_.execute("COMMIT");
}

}  // namespace tabiya::booksearch
