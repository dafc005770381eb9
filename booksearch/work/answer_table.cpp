#include "booksearch/work/answer_table.h"

#include <array>
#include <bit>
#include <span>

#include "booksearch/work/output_file.h"
#include "codec/crc64.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

// The time between commits, as long as answers come in. A commit for each answer would take longer than the
// shortest searches.
constexpr auto kCommitInterval = std::chrono::milliseconds(50);

std::int64_t checksum(std::int64_t question, std::span<const std::byte> answer, std::int64_t nodes) {
  const std::array<std::int64_t, 2> numbers{question, nodes};
  return std::bit_cast<std::int64_t>(codec::crc64(answer, codec::crc64(std::as_bytes(std::span(numbers)))));
}

std::int64_t milliseconds_now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
}

std::string set_meta_text(const AnswerTable::Meta& entries) {
  std::string sql;
  for (const auto& [name, value] : entries)
    sql += concat("INSERT OR REPLACE INTO meta VALUES (", quoted(name), ", ", quoted(value), ");");
  return sql;
}

}  // namespace

Result<AnswerTable> AnswerTable::open(const std::string& path, const AnswerKind& kind, const Meta& meta) {
  Result<Database> database = Database::open(path);
  if (!database) return database.error();
  AnswerTable table(std::move(*database));
  const Result<bool> fresh = table.is_fresh(kind);
  if (!fresh) return fresh.error();
  if (auto status = table.begin_log(); !status) return status.error();
  const Status status = *fresh ? table.create(meta, kind) : table.check_format(kind.version);
  if (!status) return status.error();
  return table;
}

Result<AnswerTable> AnswerTable::view(const std::string& path, const AnswerKind& kind) {
  return undisturbed_view(path, [&]() -> Result<AnswerTable> {
    if (!has_content(path)) return invalid("no run has been started there");
    Result<Database> database = Database::view(path);
    if (!database) return database.error();
    AnswerTable table(std::move(*database));
    const Result<bool> fresh = table.is_fresh(kind);
    if (!fresh) return fresh.error();
    if (*fresh) return invalid("no run has been started there");
    if (const Status format = table.check_format(kind.version); !format) return format.error();
    return table;
  });
}

// True if nothing has been stored in the file yet. Errors, besides: kInvalid if another application has stored something.
Result<bool> AnswerTable::is_fresh(const AnswerKind& kind) {
  // This must be one statement: between two, another process may begin to store.
  const auto found = database_.integers(
      "SELECT application_id, (SELECT count(*) FROM sqlite_schema) FROM pragma_application_id");
  if (!found) return found.error();
  const std::int64_t id = (*found)[0][0], tables = (*found)[0][1];
  if (id != kind.mark && (id != 0 || tables != 0))
    return invalid(concat("the file is a database, but of no ", kind.name));
  return id == 0;
}

// Begins a write-ahead log: readers never wait, and a commit need not wait for the disk to be safe from a
// crash of this program (a crash of the machine may cost the last commits, but nothing else).
Status AnswerTable::begin_log() {
  if (auto mode = database_.texts("PRAGMA journal_mode = WAL"); !mode) return mode.error();
  return database_.execute("PRAGMA synchronous = NORMAL");
}

// Makes the tables of a fresh file, and marks it.
Status AnswerTable::create(const Meta& meta, const AnswerKind& kind) {
  constexpr std::string_view kSchema =
      "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT NOT NULL);"
      "CREATE TABLE answer(question INTEGER PRIMARY KEY, answer BLOB NOT NULL, nodes INTEGER, crc INTEGER,"
      " stored INTEGER);";
  // The mark comes last.
  return database_.execute(concat("BEGIN IMMEDIATE;", kSchema, set_meta_text(meta),
                                  "PRAGMA application_id = ", kind.mark,
                                  "; PRAGMA user_version = ", kind.version, ";COMMIT;"));
}

Status AnswerTable::check_format(std::int64_t version) {
  const auto found = database_.integers("PRAGMA user_version");
  if (!found) return found.error();
  if ((*found)[0][0] != version)
    return unsupported(
        concat("the file is of version ", (*found)[0][0], ", this program writes version ", version));
  const auto structure = database_.texts("PRAGMA quick_check(1)");
  if (!structure) return structure.error();
  const std::string& text = (*structure)[0][0];  // a heading may stand before it, in a line of its own
  if (text != "ok") return corrupt("the file is damaged (" + text.substr(text.rfind('\n') + 1) + ")");
  return ok_status();
}

Result<AnswerTable::Meta> AnswerTable::meta() {
  const auto entries = database_.texts("SELECT name, value FROM meta");
  if (!entries) return entries.error();
  Meta meta;
  for (const auto& entry : *entries) meta[entry[0]] = entry[1];
  return meta;
}

Status AnswerTable::set_meta(const Meta& entries) {
  return database_.execute(concat("BEGIN IMMEDIATE;", set_meta_text(entries), "COMMIT;"));
}

Status AnswerTable::read(const QuestionRange& range,
                         const std::function<void(const StoredAnswer&)>& on_answer,
                         const std::function<void(std::int64_t question)>& on_damaged) {
  return database_.each_row(concat("SELECT question, answer, nodes, crc FROM answer WHERE question BETWEEN ",
                                   range.first, " AND ", range.last, " ORDER BY question"),
                            [&](const Database::Row& row) {
                              const auto answer = row.bytes(1);
                              if (checksum(row.integer(0), answer, row.integer(2)) == row.integer(3))
                                on_answer({row.integer(0), {answer.begin(), answer.end()}, row.integer(2)});
                              else
                                on_damaged(row.integer(0));
                            });
}

Result<AnswerPace> AnswerTable::pace(const QuestionRange& range) {
  constexpr std::int64_t kWindow = 60'000;  // milliseconds
  const std::string answers = concat("answer WHERE question BETWEEN ", range.first, " AND ", range.last);
  const auto found = database_.integers(
      concat(
          "SELECT count(*), coalesce(sum(nodes), 0), coalesce(min(stored), 0), coalesce(max(stored), 0) FROM ",
          answers, " AND stored > (SELECT max(stored) FROM ", answers, ") - ?"),
      std::array{kWindow});
  if (!found) return found.error();
  const auto& row = (*found)[0];
  AnswerPace pace;
  if (row[3] > row[2]) {
    const double seconds = static_cast<double>(row[3] - row[2]) / 1e3;
    pace.answers_per_second = static_cast<double>(row[0] - 1) / seconds;
    pace.nodes_per_second = static_cast<double>(row[1]) / seconds;
  }
  if (row[0] > 0) pace.seconds_since = static_cast<double>(milliseconds_now() - row[3]) / 1e3;
  return pace;
}

Status AnswerTable::add(const StoredAnswer& answer) {
  if (!in_transaction_) {
    if (auto status = database_.execute("BEGIN IMMEDIATE"); !status) return status;
    in_transaction_ = true;
  }
  const std::array<std::int64_t, 4> numbers{answer.question, answer.nodes,
                                            checksum(answer.question, answer.answer, answer.nodes),
                                            milliseconds_now()};
  const Status added = database_.execute(
      "INSERT OR REPLACE INTO answer(question, nodes, crc, stored, answer) VALUES (?, ?, ?, ?, ?)", numbers,
      answer.answer);
  if (!added) return added;
  return std::chrono::steady_clock::now() - last_commit_ >= kCommitInterval ? flush() : ok_status();
}

Status AnswerTable::flush() {
  if (!std::exchange(in_transaction_, false)) return ok_status();
  last_commit_ = std::chrono::steady_clock::now();
  return database_.execute("COMMIT");
}

}  // namespace tabiya::booksearch
