#include "booksearch/openings/judgement_store.h"

#include <array>
#include <bit>
#include <map>
#include <span>

#include "booksearch/work/store_view.h"
#include "codec/crc64.h"

namespace tabiya::booksearch {
namespace {

constexpr std::int64_t kApplicationId = 0x5441424A;
constexpr std::int64_t kVersion = 2;
constexpr auto kFlushInterval = std::chrono::seconds(1);

constexpr const char* kSchema =
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE judgement(candidate INTEGER, stage INTEGER, score INTEGER, wins INTEGER, draws INTEGER,"
    " losses INTEGER, depth INTEGER, nodes INTEGER, crc INTEGER, stored INTEGER, PRIMARY KEY(candidate, "
    "stage))"
    " WITHOUT ROWID;";

using Numbers = std::array<std::int64_t, 8>;

Numbers numbers_of(const Question& question, const Judgement& judgement) {
  return {question.candidate,   static_cast<std::int64_t>(question.stage),
          judgement.score,      judgement.chances[0],
          judgement.chances[1], judgement.chances[2],
          judgement.depth,      judgement.nodes};
}

std::int64_t checksum(const Numbers& numbers) {
  return std::bit_cast<std::int64_t>(codec::crc64(std::as_bytes(std::span(numbers))));
}

std::int64_t milliseconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

}  // namespace

Result<JudgementStore> JudgementStore::open(const std::string& path, const JudgementIdentity& identity) {
  Result<Database> database = Database::open(path);
  if (!database) return database.error();
  JudgementStore store(std::move(*database));
  const Result<bool> is_fresh = store.is_fresh();
  if (!is_fresh) return is_fresh.error();
  if (auto status = begin_log(store.database_); !status) return status.error();
  const Status status = *is_fresh ? store.create(identity) : store.check(identity);
  if (!status) return status.error();
  return store;
}

Result<JudgementStore> JudgementStore::view(const std::string& path, const JudgementIdentity& identity) {
  return undisturbed_view(path, [&]() -> Result<JudgementStore> {
    Result<Database> database = Database::view(path);
    if (!database) return database.error();
    JudgementStore store(std::move(*database));
    const Result<bool> is_fresh = store.is_fresh();
    if (!is_fresh) return is_fresh.error();
    if (*is_fresh) return invalid("no job has been begun in the file");
    if (const Status status = store.check(identity); !status) return status.error();
    return store;
  });
}

Result<bool> JudgementStore::is_fresh() {
  return booksearch::is_fresh(database_, kApplicationId, "judged start positions");
}

Status JudgementStore::create(const JudgementIdentity& identity) {
  return database_.execute("BEGIN IMMEDIATE;" + std::string(kSchema) + "INSERT INTO meta VALUES ('job', " +
                           quoted(identity.job) + "), ('judge', " + quoted(identity.judge) + "); " +
                           mark_of(kApplicationId, kVersion) + "COMMIT;");
}

Status JudgementStore::check(const JudgementIdentity& identity) {
  if (auto status = check_format(database_, kVersion); !status) return status;
  const auto entries = database_.texts("SELECT key, value FROM meta");
  if (!entries) return entries.error();
  std::map<std::string, std::string> meta;
  for (const auto& entry : *entries) meta[entry[0]] = entry[1];
  if (!identity.judge.empty() && meta["judge"] != identity.judge)
    return invalid("it was begun with " + meta["judge"] + ", and not with " + identity.judge);
  if (meta["job"] != identity.job)
    return invalid("it was begun for another job (" + meta["job"] + ", and not " + identity.job + ")");
  return ok_status();
}

Result<std::vector<StoredJudgement>> JudgementStore::judgements() {
  const auto rows = database_.integers(
      "SELECT candidate, stage, score, wins, draws, losses, depth, nodes, crc FROM judgement");
  if (!rows) return rows.error();
  std::vector<StoredJudgement> judgements;
  for (const auto& row : *rows) {
    const Question question{static_cast<std::uint32_t>(row[0]), static_cast<std::size_t>(row[1])};
    const Judgement judgement{row[2], {row[3], row[4], row[5]}, row[6], row[7]};
    if (checksum(numbers_of(question, judgement)) != row[8])
      return corrupt("the judgement of candidate " + std::to_string(row[0]) + " fails its checksum");
    judgements.emplace_back(question, judgement);
  }
  return judgements;
}

// Of the last minute in which any were stored.
Result<JudgementPace> JudgementStore::pace() {
  constexpr std::int64_t kWindow = 60'000;  // milliseconds
  const auto found = database_.integers(
      "SELECT count(*), coalesce(sum(nodes), 0), coalesce(min(stored), 0), coalesce(max(stored), 0) FROM "
      "judgement WHERE stored > (SELECT max(stored) FROM judgement) - ?",
      std::array{kWindow});
  if (!found) return found.error();
  const auto& row = (*found)[0];
  JudgementPace pace;
  if (row[3] > row[2])
    pace.nodes_per_second = 1e3 * static_cast<double>(row[1]) / static_cast<double>(row[3] - row[2]);
  if (row[0] > 0) pace.seconds_since = static_cast<double>(milliseconds_now() - row[3]) / 1e3;
  return pace;
}

Status JudgementStore::add(const Question& question, const Judgement& judgement) {
  if (!in_transaction_) {
    if (auto status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
    in_transaction_ = true;
    last_flush_ = std::chrono::steady_clock::now();
  }
  const Numbers numbers = numbers_of(question, judgement);
  std::vector<std::int64_t> parameters(numbers.begin(), numbers.end());
  parameters.push_back(checksum(numbers));
  parameters.push_back(milliseconds_now());
  if (auto status = database_.execute(
          "INSERT OR REPLACE INTO judgement VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", parameters);
      !status)
    return status;
  return std::chrono::steady_clock::now() - last_flush_ >= kFlushInterval ? flush() : ok_status();
}

Status JudgementStore::flush() {
  if (!std::exchange(in_transaction_, false)) return ok_status();
  return database_.execute("COMMIT");
}

}  // namespace tabiya::booksearch
