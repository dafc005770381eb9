#include "booksearch/work/answer_store.h"

#include <array>
#include <bit>
#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <system_error>

#include "booksearch/work/output_file.h"
#include "codec/crc64.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kVersion = 3;
// The time between commits, as long as answers come in. A commit for each answer would take longer than the
// shortest searches.
constexpr auto kCommitInterval = std::chrono::milliseconds(50);

constexpr const char* kSchema =
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
    "CREATE TABLE answer(question INTEGER PRIMARY KEY, answer BLOB NOT NULL, nodes INTEGER, crc INTEGER,"
    " stored INTEGER);";

std::int64_t checksum(std::int64_t question, std::span<const std::byte> answer, std::int64_t nodes) {
  const std::array<std::int64_t, 2> numbers{question, nodes};
  return std::bit_cast<std::int64_t>(codec::crc64(answer, codec::crc64(std::as_bytes(std::span(numbers)))));
}

// States were lines of JSON before they were databases.
bool is_log(const std::string& path) { return std::ifstream(path).peek() == '{'; }

Error of_old_version() {
  return unsupported("the file is of an earlier version, which kept its searches as lines of text");
}

Error at(const std::string& path, Error error, const std::string& remedy = {}) {
  error.message = concat(path, ": ", error.message, remedy.empty() ? "" : "; ", remedy);
  return error;
}

std::string value_text(const std::map<std::string, std::string>& meta, const std::string& name) {
  const auto found = meta.find(name);
  return found == meta.end() ? "nothing" : '"' + found->second + '"';
}

}  // namespace

std::string AnsweredRun::text() const {
  std::string text(kind.name);
  for (const auto& [name, value] : asked) text += concat('\n', name, ' ', value);
  return concat(text, "\njudge ", judge);
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::open(const std::string& path, const AnsweredRun& run,
                                                       const StateUse& use) {
  auto lock = FileLock::acquire(lock_of(path), use.lock);
  if (!lock) return lock.error();
  if (has_content(path) && !use.resume && !use.force)
    return at(path, invalid("already exists; continue it with --resume, or overwrite it with --force"));
  if (!use.resume)
    if (const Status removed = remove_files(path); !removed) return at(path, removed.error());
  auto store = open_file(path, run);
  if (!store && store.error().code == ErrorCode::kCorrupt) {
    if (auto rescued = rescue(path, run)) store = std::move(rescued);
  }
  if (!store) return at(path, store.error(), use.remedy);
  (*store)->lock_ = std::move(*lock);
  return store;
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::open_file(const std::string& path, const AnsweredRun& run) {
  if (is_log(path)) return of_old_version();
  Result<Database> database = Database::open(path);
  if (!database) return database.error();
  const Result<bool> fresh = is_fresh(*database, run.kind.mark, concat("a ", run.kind.name));
  if (!fresh) return fresh.error();
  if (auto status = begin_log(*database); !status) return status.error();
  std::unique_ptr<AnswerStore> store(new AnswerStore(path, std::move(*database)));
  if (!*fresh)
    if (const Status format = check_format(*store->database_, kVersion); !format) return format.error();
  const Status status = *fresh ? store->create(run) : store->check(run);
  if (!status) return status.error();
  return store;
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::view(const std::string& path, const AnsweredRun& run,
                                                       const std::string& remedy) {
  auto store = undisturbed_view(path, [&]() -> Result<std::unique_ptr<AnswerStore>> {
    if (!has_content(path)) return invalid("no run has been started there");
    if (is_log(path)) return of_old_version();
    Result<Database> database = Database::view(path);
    if (!database) return database.error();
    const Result<bool> fresh = is_fresh(*database, run.kind.mark, concat("a ", run.kind.name));
    if (!fresh) return fresh.error();
    if (*fresh) return invalid("no run has been started there");
    if (const Status format = check_format(*database, kVersion); !format) return format.error();
    std::unique_ptr<AnswerStore> viewed(new AnswerStore(path, std::move(*database)));
    if (const Status status = viewed->check(run); !status) return status.error();
    return viewed;
  });
  if (store) return store;
  const bool is_damaged = store.error().code == ErrorCode::kCorrupt;
  return at(path, store.error(), is_damaged ? "`--resume` continues with what can be read" : remedy);
}

Result<std::size_t> AnswerStore::verify(const std::string& path) {
  Result<Database> database = Database::view(path);
  if (!database) return at(path, database.error());
  if (const Status format = check_format(*database, kVersion); !format) return at(path, format.error());
  AnswerStore store(path, std::move(*database));
  std::size_t answers = 0;
  const Status read = store.read_rows([&](const StoredRow&) {
    ++answers;
    return ok_status();
  });
  if (!read) return read.error();
  if (!store.loss_.empty()) return at(path, corrupt(store.loss_));
  return answers;
}

// Rescues the answers up to the first damaged page. Only these and the questions of the run must be readable.
Result<std::unique_ptr<AnswerStore>> AnswerStore::rescue(const std::string& path, const AnsweredRun& run) {
  std::vector<StoredRow> rows;
  {
    Result<Database> damaged = Database::view(path);
    if (!damaged) return damaged.error();
    // Without this pragma, SQLite reads nothing of a file that is shorter than its head says.
    if (const Status opened = damaged->execute("PRAGMA writable_schema = ON"); !opened) return opened.error();
    const auto version = damaged->integers("PRAGMA user_version");
    if (!version || (*version)[0][0] != kVersion) return corrupt("the file is damaged");
    AnswerStore store(path, std::move(*damaged));
    if (const Status status = store.check(run); !status) return status.error();
    (void)store.read_rows([&](const StoredRow& row) {
      rows.push_back(row);
      return ok_status();
    });
  }
  const std::string rest = path + "-rest";
  if (const Status removed = remove_files(rest); !removed) return removed.error();
  {
    auto store = open_file(rest, run);
    if (!store) return store;
    for (const StoredRow& row : rows)
      if (const Status added = (*store)->add_row(row); !added) return added.error();
    if (const Status flushed = (*store)->flush(); !flushed) return flushed.error();
  }
  // The damaged file stands until the other one takes its place; its log would not fit that one.
  std::error_code error;
  for (const char* suffix : {"-wal", "-shm"}) fs::remove(path + suffix, error);
  fs::rename(rest, path, error);
  if (error) return Error{ErrorCode::kIo, concat("cannot be written: ", error.message()), {}};
  auto store = open_file(path, run);
  if (store)
    (*store)->loss_ = concat("damaged; ", counted(rows.size(), "answer"), " before the damage can be used");
  return store;
}

Status AnswerStore::remove_files(const std::string& path) {
  for (const char* suffix : {"", "-wal", "-shm"}) {
    std::error_code error;
    fs::remove(path + suffix, error);
    if (error) return Error{ErrorCode::kIo, concat("cannot be removed: ", error.message()), {}};
  }
  return ok_status();
}

AnswerStore::~AnswerStore() { (void)flush(); }

Status AnswerStore::create(const AnsweredRun& run) {
  std::string sql = concat("BEGIN IMMEDIATE;", kSchema);
  const auto insert = [&](const std::string& name, const std::string& value) {
    sql += concat("INSERT INTO meta VALUES (", quoted(name), ", ", quoted(value), ");");
  };
  for (const auto& [name, value] : run.asked) insert(name, value);
  insert("judge", run.judge);
  return database_->execute(sql + mark_of(run.kind.mark, kVersion) + "COMMIT;");
}

Status AnswerStore::check(const AnsweredRun& run) {
  const auto entries = database_->texts("SELECT name, value FROM meta");
  if (!entries) return entries.error();
  std::map<std::string, std::string> meta;
  for (const auto& entry : *entries) meta[entry[0]] = entry[1];
  auto asked = run.asked;
  if (!run.judge.empty()) asked.emplace_back("judge", run.judge);
  for (const auto& [name, value] : asked) {
    if (meta.contains(name) && meta[name] == value) continue;
    return invalid(concat("is of another ", run.kind.name, ": ", name, " is ", value_text(meta, name),
                          " there, and \"", value, "\" here"));
  }
  return ok_status();
}

Status AnswerStore::read_rows(const std::function<Status(const StoredRow&)>& on_row) {
  std::size_t damaged = 0;
  Status status = ok_status();
  const Status read = database_->each_row(
      "SELECT question, answer, nodes, crc FROM answer ORDER BY question", [&](const Database::Row& row) {
        const auto answer = row.bytes(1);
        if (checksum(row.integer(0), answer, row.integer(2)) != row.integer(3)) {
          ++damaged;
        } else if (status) {
          status = on_row(
              {std::bit_cast<std::uint64_t>(row.integer(0)), {answer.begin(), answer.end()}, row.integer(2)});
        }
      });
  if (damaged > 0)
    loss_ = concat("damaged; ", counted(damaged, "answer"), " cannot be used; they will be searched again");
  if (read && status) return ok_status();
  return at(path_, read ? status.error() : read.error());
}

Result<AnswerPace> AnswerStore::pace() {
  constexpr std::int64_t kWindow = 60'000;  // milliseconds
  const auto found = database_->integers(
      "SELECT count(*), coalesce(sum(nodes), 0), coalesce(min(stored), 0), coalesce(max(stored), 0) FROM "
      "answer WHERE stored > (SELECT max(stored) FROM answer) - ?",
      std::array{kWindow});
  if (!found) return at(path_, found.error());
  const auto& row = (*found)[0];
  AnswerPace pace;
  if (row[3] > row[2])
    pace.nodes_per_second = 1e3 * static_cast<double>(row[1]) / static_cast<double>(row[3] - row[2]);
  if (row[0] > 0) pace.seconds_since = static_cast<double>(milliseconds_now() - row[3]) / 1e3;
  return pace;
}

Status AnswerStore::add_row(const StoredRow& row) {
  if (!in_transaction_) {
    if (auto status = database_->execute("BEGIN IMMEDIATE"); !status) return at(path_, status.error());
    in_transaction_ = true;
  }
  const auto question = std::bit_cast<std::int64_t>(row.question);
  const std::array<std::int64_t, 4> numbers{question, row.nodes, checksum(question, row.answer, row.nodes),
                                            milliseconds_now()};
  const Status added = database_->execute(
      "INSERT OR REPLACE INTO answer(question, nodes, crc, stored, answer) VALUES (?, ?, ?, ?, ?)", numbers,
      row.answer);
  if (!added) return at(path_, added.error());
  return std::chrono::steady_clock::now() - last_commit_ >= kCommitInterval ? flush() : ok_status();
}

Status AnswerStore::flush() {
  if (!std::exchange(in_transaction_, false)) return ok_status();
  last_commit_ = std::chrono::steady_clock::now();
  const Status status = database_->execute("COMMIT");
  return status ? status : at(path_, status.error());
}

Status AnswerStore::remove() {
  if (const Status flushed = flush(); !flushed) return flushed;
  database_.reset();
  const Status removed = remove_files(path_);
  return removed ? removed : at(path_, removed.error());
}

}  // namespace tabiya::booksearch
