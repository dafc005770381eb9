#include "booksearch/setups/job/job_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <thread>

#include "core/random.h"
#include "core/search/game.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace job_store_test {

using testing::HasSubstr;

constexpr ValueOrigin kOrigin{0x1234, 2};

Job some_job() {
  return {.game = "numbers",
          .seed = 7,
          .pool = 100,
          .keep = 50,
          .rounds = 3,
          .stages = {{40, 2, 10}, {10, 4, 0}}};
}

FilterRound some_round(std::uint64_t seed, std::size_t size = 30) {
  Random random(seed);
  FilterRound round{{}, random.next() >> 2, random.below(30)};
  for (std::size_t i = 0; i < size; ++i) {
    round.kept.push_back(
        {random.below(1000), static_cast<Score>(random.below(2000)) - 1000, random.below(1000)});
  }
  return round;
}

Row some_row(SetupId red) {
  Row row{red, red + 5, -static_cast<Score>(red), std::uint64_t{1} << 40};
  for (SetupId ply = 0; ply < red % (kLinePlies + 1); ++ply)
    row.line.push_back(static_cast<std::uint16_t>(ply % 3 == 0 ? kMostLegalMoves - 1 : red - ply));
  return row;
}

std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write_file(const std::string& path, const std::string& content) {
  std::ofstream(path, std::ios::binary) << content;
}

constexpr StepKind kKinds[] = {StepKind::kRound, StepKind::kBatch, StepKind::kReplies, StepKind::kLooks};

// A closed job file with two rounds, and rows in both stages, in two batches, of replies that were given, and looks.
void store_some_work(const std::string& path) {
  Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
  ASSERT_TRUE(store.ok());
  ASSERT_TRUE(store->add_round(0, some_round(1)).ok());
  ASSERT_TRUE(store->add_round(1, some_round(2)).ok());
  for (SetupId red = 0; red < 80; ++red)
    ASSERT_TRUE(store->add_row({red % 2, red % 4 / 2, kKinds[red / 20]}, some_row(red)).ok());
  ASSERT_TRUE(store->flush().ok());
}

// Why a job file cannot be used; empty if it holds exactly what store_some_work() put into it.
std::string complaint(const std::string& path) {
  Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
  if (!store) return store.error().message;
  const auto rounds = store->rounds();
  if (!rounds) return rounds.error().message;
  EXPECT_EQ(*rounds, (std::vector{some_round(1), some_round(2)}));
  const auto expect_rows = [](const Step& step, std::span<const Row> rows) {
    EXPECT_EQ(rows.size(), 5u);
    for (const Row& row : rows)
      EXPECT_TRUE(row == some_row(row.red) && kKinds[row.red / 20] == step.kind &&
                  row.red % 2 == step.number && row.red % 4 / 2 == step.part);
  };
  for (const SetupId place : {0u, 1u, 2u, 3u}) {
    const Step step{place % 2, place / 2};
    const auto rows = store->rows_for({.step = step});
    if (!rows) return rows.error().message;
    expect_rows(step, *rows);
  }
  for (const StepKind kind : {StepKind::kBatch, StepKind::kReplies, StepKind::kLooks}) {
    const auto steps = store->steps(kind);
    if (!steps) return steps.error().message;
    EXPECT_EQ(steps->size(), 4u);
    for (const auto& [step, rows] : *steps) expect_rows(step, rows);
  }
  return "";
}

TEST(JobStore, CanBeViewedInPlacesWithOddNames) {
  const test::TemporaryFolder folder;
  for (const char* name : {"a.job", "a b?c#d%41.job", "a'b\".job"}) {
    const std::string path = folder.path(name);
    store_some_work(path);
    for (const std::string& same : {path, "/" + path}) {
      Result<JobStore> view = JobStore::view(same);
      ASSERT_TRUE(view.ok()) << view.error().message;
      EXPECT_EQ(view->identity()->job, canonical_text(some_job()));
      EXPECT_EQ(view->rounds()->size(), 2u);
      EXPECT_FALSE(view->add_round(2, some_round(3)).ok());
    }
    EXPECT_EQ(complaint(path), "");
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 3);
  EXPECT_FALSE(JobStore::view(folder.path("missing")).ok());
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path("")), {}), 3);
}

TEST(JobStore, IsNotYetBegunAsLongAsItIsEmpty) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  { std::ofstream touched(path); }
  constexpr const char* kNotBegun = "no run has been started there";
  EXPECT_EQ(JobStore::view(path).error().message, kNotBegun);
  {
    Result<Database> database = Database::open(path);  // as between opening and beginning
    ASSERT_TRUE(database.ok() && database->texts("PRAGMA journal_mode = WAL").ok());
    EXPECT_EQ(JobStore::view(path).error().message, kNotBegun);
  }
  store_some_work(path);
  EXPECT_TRUE(JobStore::view(path).ok());
}

// As after a kill: the file's owner has it open, with rows in its log.
TEST(JobStore, CanBeViewedWhileTheJobRuns) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
  ASSERT_TRUE(store.ok());
  for (SetupId red = 0; red < 20; ++red) {
    ASSERT_TRUE(store->add_row({}, some_row(red)).ok());
    ASSERT_TRUE(store->flush().ok());
    Result<JobStore> view = JobStore::view(path);
    ASSERT_TRUE(view.ok()) << view.error().message;
    EXPECT_EQ(view->rows_for({.step = {}})->size(), red + 1);
  }
  Result<JobStore> view = JobStore::view(path);
  ASSERT_TRUE(view.ok());
  const Result<AnswerPace> pace = view->pace({});
  ASSERT_TRUE(pace.ok());
  EXPECT_GE(pace->seconds_since, 0);
  EXPECT_LT(pace->seconds_since, 1000);
}

TEST(JobStore, LosesNoMoreThanUnflushedRows) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  {
    Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
    ASSERT_TRUE(store.ok());
    ASSERT_TRUE(store->add_row({1, 2}, some_row(100)).ok());  // stored at once: the last time was long ago
    ASSERT_TRUE(store->add_row({1, 2}, some_row(101)).ok());
  }
  EXPECT_EQ(complaint(path), "");
  const auto rows = JobStore::open(path, some_job(), kOrigin)->rows_for({.step = {1, 2}});
  ASSERT_TRUE(rows.ok() && !rows->empty());
  EXPECT_EQ(rows->front(), some_row(100));
}

TEST(JobStore, RefusesAnotherJob) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  Job other = some_job();
  other.stages[1].depth = 6;
  const auto store = JobStore::open(path, other, kOrigin);
  ASSERT_FALSE(store.ok());
  EXPECT_EQ(store.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(store.error().message,
            "the file belongs to another job: it was started with `depth = 4`, not with `depth = 6`");
  ++other.stages[0].keep;  // alone it would make no other job
  EXPECT_EQ(JobStore::open(path, other, kOrigin).error().message, store.error().message);
  other = some_job();
  other.stages.pop_back();
  EXPECT_THAT(JobStore::open(path, other, kOrigin).error().message, HasSubstr("not with `no further stage`"));
  EXPECT_EQ(complaint(path), "");
}

TEST(JobStore, CanBeTakenOverForAnExtendedJob) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  Job longer = some_job();
  longer.stages.push_back({5, 6, 0});
  EXPECT_FALSE(JobStore::open(path, longer, kOrigin, [](const std::string&) { return false; }).ok());
  std::string begun;
  const auto may_extend = [&](const std::string& job) {
    begun = job;
    return true;
  };
  EXPECT_FALSE(JobStore::open(path, longer, {1, 1}, may_extend).ok());  // another evaluation
  Result<JobStore> store = JobStore::open(path, longer, kOrigin, may_extend);
  ASSERT_TRUE(store.ok());
  EXPECT_EQ(begun, canonical_text(some_job()));
  EXPECT_EQ(store->rows_for({.step = {0, 0}})->size(), 5u);
  EXPECT_TRUE(JobStore::open(path, longer, kOrigin).ok());
  EXPECT_FALSE(JobStore::open(path, some_job(), kOrigin).ok());
}

TEST(JobStore, TellsWhatRowsWereComputedFrom) {
  const test::TemporaryFolder folder;
  Result<JobStore> store = JobStore::open(folder.path("a.job"), some_job(), kOrigin);
  ASSERT_TRUE(store.ok());
  for (SetupId red = 0; red < 4; ++red) ASSERT_TRUE(store->add_row({}, some_row(red), 100 + red).ok());
  EXPECT_EQ(*store->rows_for({.inputs = {{{1, 101}, {2, 999}, {7, 107}}}}), std::vector{some_row(1)});
  Row again = some_row(2);
  again.red_value += 5;
  ASSERT_TRUE(store->add_row({}, again, 999).ok());
  EXPECT_EQ(store->rows_for({.step = {}})->size(), 4u);
  EXPECT_EQ(*store->rows_for({.inputs = {{{2, 999}}}}), std::vector{again});
}

TEST(JobStore, RefusesAnotherEvaluationOrSearch) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  const auto complaint_with = [&](const ValueOrigin& origin) {
    return JobStore::open(path, some_job(), origin).error().message;
  };
  EXPECT_EQ(complaint_with({0xABCD, 2}),
            "the file belongs to another evaluation: it was started with the fingerprint 0000000000001234, "
            "not with the fingerprint 000000000000abcd");
  EXPECT_THAT(complaint_with({0x1234, 3}), HasSubstr("another search: it was started with the fingerprint "));
}

TEST(JobStore, RefusesForeignFiles) {
  const test::TemporaryFolder folder;
  const std::string text = folder.path("text");
  write_file(text, std::string(5000, 'x'));
  EXPECT_EQ(complaint(text), "the file is not an SQLite database");
  EXPECT_EQ(read_file(text), std::string(5000, 'x'));

  const std::string database = folder.path("database");
  ASSERT_TRUE(Database::open(database)->execute("CREATE TABLE t (x)").ok());
  const std::string before = read_file(database);
  EXPECT_EQ(complaint(database), "the file is a database, but of no job");
  EXPECT_EQ(read_file(database), before);

  EXPECT_NE(complaint(folder.path("missing/a.job")), "");
}

TEST(JobStore, RefusesOtherVersions) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  for (const char* version : {"10", "12"}) {
    ASSERT_TRUE(Database::open(path)->execute(std::string("PRAGMA user_version = ") + version).ok());
    EXPECT_EQ(complaint(path),
              std::string("the file is of version ") + version + ", this program writes version 11");
  }
}

// Version 10 had tables of its own.
TEST(JobStore, RefusesStatesWithOtherTables) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  {
    Result<Database> old = Database::open(path);
    ASSERT_TRUE(old.ok() && old->texts("PRAGMA journal_mode = WAL").ok());
    ASSERT_TRUE(old->execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
                             "CREATE TABLE row (stage INTEGER, round INTEGER, red INTEGER, reply INTEGER,"
                             " PRIMARY KEY (stage, round, red)) WITHOUT ROWID;"
                             "INSERT INTO meta VALUES ('job', " +
                             quoted(canonical_text(some_job())) +
                             ");"
                             "INSERT INTO row VALUES (0, 0, 1, 2);"
                             "PRAGMA application_id = 0x5461626A; PRAGMA user_version = 10;")
                    .ok());
  }
  const std::string before = read_file(path);
  const std::string refusal = "the file is of version 10, this program writes version 11";
  EXPECT_EQ(complaint(path), refusal);
  EXPECT_EQ(JobStore::view(path).error().message, refusal);
  EXPECT_EQ(JobStore::open(path, some_job(), kOrigin).error().code, ErrorCode::kUnsupported);
  EXPECT_EQ(read_file(path), before);
}

TEST(JobStore, KeepsStepsOfManyRoundsApart) {
  const test::TemporaryFolder folder;
  Result<JobStore> store = JobStore::open(folder.path("a.job"), some_job(), kOrigin);
  ASSERT_TRUE(store.ok());
  constexpr SetupId kLast = std::numeric_limits<SetupId>::max();
  const Step steps[] = {{0, 0}, {0, 300}, {1, 44}, {60'000, 0, StepKind::kLooks}};
  for (const Step& step : steps) ASSERT_TRUE(store->add_row(step, {kLast, 1, 2, 3}).ok());
  for (const Step& step : steps) EXPECT_EQ(store->rows_for({.step = step})->size(), 1u);
  EXPECT_EQ(store->rows_for({.step = {0, 299}})->size(), 0u);
  EXPECT_EQ(store->steps(StepKind::kLooks)->front().first, steps[3]);
  for (const Step& step : {Step{0, 4'096}, Step{65'536, 0, StepKind::kLooks}})
    EXPECT_EQ(store->add_row(step, {kLast, 1, 2, 3}).error().code, ErrorCode::kUnsupported);
}

// A changed byte is found, or does no harm (in unused space, or in what SQLite does not look at).
TEST(JobStore, NeverBelievesADamagedFile) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);
  const std::string sound = read_file(path);
  Random random(3);
  int refused = 0;
  for (int i = 0; i < 300; ++i) {
    std::string damaged = sound;
    const std::uint32_t place = random.below(static_cast<std::uint32_t>(sound.size()));
    damaged[place] = static_cast<char>(damaged[place] ^ (1 << random.below(8)));
    write_file(path, damaged);
    for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(path + suffix);
    refused += complaint(path).empty() ? 0 : 1;
  }
  EXPECT_GT(refused, 10);
  for (std::size_t size = 512; size < sound.size(); size += 512) {
    write_file(path, sound.substr(0, size));
    EXPECT_NE(complaint(path), "") << size;
  }
}

// A limit on the size of files stands in for a full disk.
TEST(JobStore, SurvivesAFullDisk) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  store_some_work(path);

  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  Status status = ok_status();
  {
    Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
    ASSERT_TRUE(store.ok());
    const rlimit limit{100'000, before.rlim_max};
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
    for (std::size_t i = 2; i < 10 && status.ok(); ++i) status = store->add_round(i, some_round(i, 2000));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  }
  std::signal(SIGXFSZ, old_handler);
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().code, ErrorCode::kIo);

  Result<JobStore> store = JobStore::open(path, some_job(), kOrigin);
  ASSERT_TRUE(store.ok());
  const auto rounds = store->rounds();
  ASSERT_TRUE(rounds.ok());
  ASSERT_GE(rounds->size(), 2u);
  for (std::size_t i = 0; i < rounds->size(); ++i) {
    EXPECT_EQ((*rounds)[i], i < 2 ? some_round(i + 1) : some_round(i, 2000));
  }
}

// At any moment of its life: a viewer finds nothing yet, or a job.
TEST(JobStore, IsViewedWhileItIsBegunAndClosed) {
  constexpr int kFiles = 60;
  const test::TemporaryFolder folder;
  const auto path = [&](int number) { return folder.path(std::to_string(number) + ".job"); };
  std::atomic<int> begun = 0;
  std::jthread writer([&] {
    for (int i = 0; i < kFiles; ++i) {
      begun = i;
      EXPECT_TRUE(JobStore::open(path(i), some_job(), kOrigin).ok());
    }
    begun = kFiles;
  });
  for (int i = 0; (i = begun) < kFiles;) {
    if (!std::filesystem::exists(path(i))) continue;
    const Result<JobStore> store = JobStore::view(path(i));
    ASSERT_TRUE(store.ok() || store.error().code == ErrorCode::kInvalid) << store.error().message;
  }
}

}  // namespace job_store_test
}  // namespace tabiya::booksearch
