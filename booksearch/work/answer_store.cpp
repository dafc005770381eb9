#include "booksearch/work/answer_store.h"

#include <filesystem>
#include <fstream>
#include <system_error>

#include "booksearch/work/output_file.h"
#include "codec/text.h"

namespace tabiya::booksearch {
namespace {

namespace fs = std::filesystem;

Error at(const std::string& path, Error error, const std::string& remedy = {}) {
  error.message = concat(path, ": ", error.message, remedy.empty() ? "" : "; ", remedy);
  return error;
}

// States were lines of JSON before they were databases.
Status refuse_log(const std::string& path, const std::string& remedy) {
  if (std::ifstream(path).peek() != '{') return ok_status();
  const Error old =
      unsupported("the file is of an earlier version, which kept its searches as lines of text");
  return at(path, old, remedy);
}

std::string value_text(const AnswerTable::Meta& meta, const std::string& name) {
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
  if (const Status refused = refuse_log(path, use.remedy); !refused) return refused.error();
  auto store = open_file(path, run);
  if (!store && store.error().code == ErrorCode::kCorrupt) {
    if (auto rescued = rescue(path, run)) store = std::move(rescued);
  }
  if (!store) return at(path, store.error(), use.remedy);
  (*store)->lock_ = std::move(*lock);
  return store;
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::open_file(const std::string& path, const AnsweredRun& run) {
  AnswerTable::Meta meta(run.asked.begin(), run.asked.end());
  meta["judge"] = run.judge;
  return of_run(path, AnswerTable::open(path, run.kind, meta), run);
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::of_run(const std::string& path, Result<AnswerTable> table,
                                                         const AnsweredRun& run) {
  if (!table) return table.error();
  std::unique_ptr<AnswerStore> store(new AnswerStore(path, std::move(*table)));
  if (const Status status = store->check(run); !status) return status.error();
  return store;
}

Result<std::unique_ptr<AnswerStore>> AnswerStore::view(const std::string& path, const AnsweredRun& run,
                                                       const std::string& remedy) {
  if (const Status refused = refuse_log(path, remedy); !refused) return refused.error();
  auto store = of_run(path, AnswerTable::view(path, run.kind), run);
  if (store) return store;
  const bool is_damaged = store.error().code == ErrorCode::kCorrupt;
  return at(path, store.error(), is_damaged ? "`--resume` continues with what can be read" : remedy);
}

Result<std::size_t> AnswerStore::verify(const std::string& path) {
  Result<Database> database = Database::view(path);
  if (!database) return at(path, database.error());
  AnswerTable table(std::move(*database));
  if (const Status format = table.check_format(kLinesAnswers.version); !format)
    return at(path, format.error());
  AnswerStore store(path, std::move(table));
  std::size_t answers = 0;
  const Status read = store.read_rows([&](const StoredAnswer&) {
    ++answers;
    return ok_status();
  });
  if (!read) return read.error();
  if (!store.loss_.empty()) return at(path, corrupt(store.loss_));
  return answers;
}

// Rescues the answers up to the first damaged page. Only these and the questions of the run must be readable.
Result<std::unique_ptr<AnswerStore>> AnswerStore::rescue(const std::string& path, const AnsweredRun& run) {
  std::vector<StoredAnswer> rows;
  {
    Result<Database> damaged = Database::view(path);
    if (!damaged) return damaged.error();
    // Without this pragma, SQLite reads nothing of a file that is shorter than its head says.
    if (const Status opened = damaged->execute("PRAGMA writable_schema = ON"); !opened) return opened.error();
    const auto version = damaged->integers("PRAGMA user_version");
    if (!version || (*version)[0][0] != run.kind.version) return corrupt("the file is damaged");
    AnswerStore store(path, AnswerTable(std::move(*damaged)));
    if (const Status status = store.check(run); !status) return status.error();
    (void)store.read_rows([&](const StoredAnswer& row) {
      rows.push_back(row);
      return ok_status();
    });
  }
  const std::string rest = path + "-rest";
  if (const Status removed = remove_files(rest); !removed) return removed.error();
  {
    auto store = open_file(rest, run);
    if (!store) return store;
    for (const StoredAnswer& row : rows)
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

Status AnswerStore::check(const AnsweredRun& run) {
  const auto meta = table_->meta();
  if (!meta) return meta.error();
  auto asked = run.asked;
  if (!run.judge.empty()) asked.emplace_back("judge", run.judge);
  for (const auto& [name, value] : asked) {
    if (const auto found = meta->find(name); found != meta->end() && found->second == value) continue;
    return invalid(concat("is of another ", run.kind.name, ": ", name, " is ", value_text(*meta, name),
                          " there, and \"", value, "\" here"));
  }
  return ok_status();
}

Status AnswerStore::read_rows(const std::function<Status(const StoredAnswer&)>& on_row) {
  std::size_t damaged = 0;
  Status status = ok_status();
  const auto take = [&](const StoredAnswer& row) {
    if (status) status = on_row(row);
  };
  const Status read = table_->read({}, take, [&](std::int64_t) { ++damaged; });
  if (damaged > 0)
    loss_ = concat("damaged; ", counted(damaged, "answer"), " cannot be used; they will be searched again");
  if (read && status) return ok_status();
  return at(path_, read ? status.error() : read.error());
}

Result<AnswerPace> AnswerStore::pace() {
  Result<AnswerPace> pace = table_->pace({});
  return pace ? pace : at(path_, pace.error());
}

Status AnswerStore::add_row(const StoredAnswer& row) {
  const Status added = table_->add(row);
  return added ? added : at(path_, added.error());
}

Status AnswerStore::flush() {
  const Status status = table_ ? table_->flush() : ok_status();
  return status ? status : at(path_, status.error());
}

Status AnswerStore::remove() {
  if (const Status flushed = flush(); !flushed) return flushed;
  table_.reset();
  const Status removed = remove_files(path_);
  return removed ? removed : at(path_, removed.error());
}

}  // namespace tabiya::booksearch
