#include "booksearch/setups/job/pipeline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/schedule.h"
#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace pipeline_test {

using testing::HasSubstr;

// Deeper values drift away from the static ones.
TableOracle some_oracle() {
  return TableOracle(3000, [](SetupId red, SetupId blue, int depth) {
    const auto noise = [](std::uint64_t x, unsigned range) { return static_cast<Score>(mix(x) % range); };
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    return noise(red, 2000) - noise(blue ^ 0xFFFF0000, 2000) + noise(pair, 1000) +
           noise(pair + (static_cast<std::uint64_t>(depth) << 56), 60);
  });
}

Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 60,
          .keep = 100,
          .rounds = 4,
          .stages = {{80, 2, 10}, {30, 3, 20}, {7, 5, 0}}};
}

Result<Book> build(const std::string& path, const Job& job, int threads, const Control& control) {
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(path, job, oracle.origin());
  if (!store) return store.error();
  Result<Book> outcome = Book();
  with_threads(threads, [&] { outcome = build_book(job, oracle, *store, {"test"}, control); });
  return outcome;
}

TEST(BuildBook, OrdersEntriesStageByStage) {
  const test::TemporaryFolder folder;
  const Result<Book> book = build(folder.path("a.job"), some_job(), 1, {});
  ASSERT_TRUE(book.ok());
  EXPECT_EQ(book->meta.game, "numbers");
  EXPECT_EQ(book->meta.job, job_hash(some_job()));
  EXPECT_EQ(book->meta.evaluation, some_oracle().origin().evaluation);
  EXPECT_EQ(book->meta.maker, "test");

  ASSERT_EQ(book->entries.size(), 80u);
  const TableOracle oracle = some_oracle();
  std::set<SetupId> reds;
  for (std::size_t i = 0; i < book->entries.size(); ++i) {
    const BookEntry& entry = book->entries[i];
    EXPECT_EQ(entry.depth, i < 7 ? 5 : i < 30 ? 3 : 2);
    EXPECT_EQ(entry.red_value, oracle.value(entry.red, entry.reply, entry.depth));
    EXPECT_TRUE(reds.insert(entry.red).second && oracle.reds().is_normalised(entry.red));
    if (i > 0 && book->entries[i - 1].depth == entry.depth) {
      EXPECT_GE(book->entries[i - 1].red_value, entry.red_value);
    }
  }
}

TEST(BuildBook, DoesNotDependOnThreadsOrInterruptions) {
  const test::TemporaryFolder folder;
  const Result<Book> whole = build(folder.path("whole.job"), some_job(), 1, {});
  ASSERT_TRUE(whole.ok());

  Random random(1);
  for (int round = 0; round < 20; ++round) {
    const std::string path = folder.path(std::to_string(round) + ".job");
    std::atomic<bool> stop = false;
    int stops = 0;
    for (;;) {
      std::uint32_t left = 1 + random.below(60);
      stop = false;
      const Control control{[&](const Progress&) { stop = stop || --left == 0; }, &stop};
      const Result<Book> book = build(path, some_job(), 1 + round % 2, control);
      if (book) {
        ASSERT_EQ(*book, *whole);
        break;
      }
      ASSERT_EQ(book.error().code, ErrorCode::kStopped);
      ASSERT_LT(++stops, 1000);
    }
    EXPECT_GT(stops, 0);
  }
}

// Reds that do not come into the next stage may have no exact row, and then they keep the one before. All
// that comes further is the same.
TEST(BuildBook, NeedsNoExactRowsOfRedsThatStayBehind) {
  const test::TemporaryFolder folder;
  Job job = some_job();
  job.keep = 300;
  job.stages = {{250, 2, 10}, {200, 3, 20}, {40, 5, 0}, {7, 6, 0}};
  const Result<Book> exact = build(folder.path("exact.job"), job, 1, {});
  job.stages[1].exact = 110;
  const Result<Book> cut = build(folder.path("cut.job"), job, 1, {});
  ASSERT_TRUE(exact.ok() && cut.ok());
  ASSERT_EQ(cut->entries.size(), 250u);
  EXPECT_TRUE(std::equal(exact->entries.begin(), exact->entries.begin() + 40, cut->entries.begin(),
                         [](const BookEntry& a, const BookEntry& b) {
                           return a.red == b.red && a.reply == b.reply && a.red_value == b.red_value &&
                                  a.depth == b.depth;
                         }));
  const auto at_depth = [](const Book& book, int depth) {
    return std::ranges::count(book.entries, depth, &BookEntry::depth);
  };
  EXPECT_EQ(at_depth(*exact, 2), 50);
  EXPECT_GT(at_depth(*cut, 2), 100);
  const TableOracle oracle = some_oracle();
  for (const BookEntry& entry : cut->entries)
    EXPECT_EQ(entry.red_value, oracle.value(entry.red, entry.reply, entry.depth));

  std::atomic<bool> stop = false;
  std::uint32_t left = 0;
  const Control control{[&](const Progress&) { stop = stop || --left == 0; }, &stop};
  Result<Book> resumed = cut;
  do {
    left = 90;
    stop = false;
    resumed = build(folder.path("resumed.job"), job, 2, control);
  } while (!resumed && resumed.error().code == ErrorCode::kStopped);
  ASSERT_TRUE(resumed.ok());
  EXPECT_EQ(*resumed, *cut);
}

TEST(BuildBook, SiftsTheRepliesOfStagesThatSaySo) {
  const test::TemporaryFolder folder;
  Job job = some_job();
  job.stages = {{20, 9, 0}};
  const Result<Book> whole = build(folder.path("whole.job"), job, 1, {});
  job.stages[0].sieve = 20;
  const Result<Book> sifted = build(folder.path("sifted.job"), job, 1, {});
  ASSERT_TRUE(whole.ok() && sifted.ok());
  std::map<SetupId, Score> values;
  for (const BookEntry& entry : whole->entries) values[entry.red] = *entry.red_value;
  const TableOracle oracle = some_oracle();
  int worse = 0;
  for (const BookEntry& entry : sifted->entries) {
    EXPECT_EQ(entry.red_value, oracle.value(entry.red, entry.reply, 9));
    EXPECT_GE(*entry.red_value, values.at(entry.red));
    worse += *entry.red_value > values.at(entry.red);
  }
  EXPECT_GT(worse, 0);
  const Result<Book> by_three = build(folder.path("three.job"), job, 3, {});
  ASSERT_TRUE(by_three.ok());
  EXPECT_EQ(*by_three, *sifted);
}

TEST(BuildBook, TriesAnswersToSimilarReds) {
  const test::TemporaryFolder folder;
  Job job = some_job();
  job.stages = {{20, 3, 1}, {6, 5, 1}};
  const Result<Book> alone = build(folder.path("alone.job"), job, 1, {});
  for (JobStage& stage : job.stages) stage.near = 8;
  const Result<Book> near = build(folder.path("near.job"), job, 1, {});
  ASSERT_TRUE(alone.ok() && near.ok());
  std::map<SetupId, Score> values;  // at depth 3, of those that came no further
  for (const BookEntry& entry : alone->entries)
    if (entry.depth == 3) values[entry.red] = *entry.red_value;
  int better = 0;
  for (const BookEntry& entry : near->entries) {
    if (entry.depth != 3 || !values.contains(entry.red)) continue;
    EXPECT_LE(*entry.red_value, values.at(entry.red));
    better += *entry.red_value < values.at(entry.red);
  }
  EXPECT_GT(better, 0);
  const Result<Book> by_three = build(folder.path("three.job"), job, 3, {});
  ASSERT_TRUE(by_three.ok());
  EXPECT_EQ(*by_three, *near);
}

TEST(BuildBook, ReportsItsPassesAndTakesNoTimeWhenAllIsDone) {
  const test::TemporaryFolder folder;
  const TableOracle oracle = some_oracle();
  const Job job = some_job();
  for (const std::size_t fewest : {5u, 3u}) {  // the second time, the filter's rounds are there
    Result<JobStore> store = JobStore::open(folder.path("a.job"), job, oracle.origin());
    ASSERT_TRUE(store.ok());
    std::vector<std::string> passes;
    const PipelineOptions options{"test", [&](const PassReport& report) { passes.push_back(report.name); }};
    ASSERT_TRUE(build_book(job, oracle, *store, options, {}).ok());
    ASSERT_GE(passes.size(), fewest);
    EXPECT_EQ(passes.front(), fewest == 5 ? "filter round 1" : "stage 1, depth 2");
    EXPECT_EQ(passes.back(), "stage 3, depth 5");
  }
}

// The book of the longer job is that which it makes from nothing, and what is known is not computed again.
TEST(BuildBook, ExtendsAJobByWhatIsNew) {
  const test::TemporaryFolder folder;
  const TableOracle oracle = some_oracle();
  Job begun = some_job();
  for (JobStage& stage : begun.stages) stage.shared = 5;
  Job more = begun, longer = begun;
  more.stages[1].keep = 50;
  longer.stages.push_back({3, 6, 20, 5});
  for (const Job& job : {more, longer}) {
    const std::string path = folder.path(std::to_string(job.stages.size()));
    ASSERT_TRUE(build(path, begun, 1, {}).ok());
    Result<JobStore> store = JobStore::open(path, job, oracle.origin(), [&](const std::string& text) {
      return text == canonical_text(begun) && is_extension(job, begun);
    });
    ASSERT_TRUE(store.ok());
    std::map<std::string, StagePass> passes;
    const PipelineOptions options{
        "test", [&](const PassReport& pass) { passes[pass.name] = std::get<StagePass>(pass.found); }};
    const Result<Book> outcome = build_book(job, oracle, *store, options, {});
    ASSERT_TRUE(outcome.ok());
    EXPECT_EQ(*outcome, *build(folder.path("fresh"), job, 1, {}));
    std::filesystem::remove(folder.path("fresh"));
    EXPECT_EQ(passes.at("stage 1, depth 2").known, 80u);
    EXPECT_EQ(passes.at("stage 2, depth 3").known, 30u);
    EXPECT_EQ(passes.at("stage 2, depth 3").reds, job.stages[1].keep);
    if (job == longer) {
      EXPECT_EQ(passes.at("stage 3, depth 5").known, 7u);
      EXPECT_EQ(passes.at("stage 4, depth 6").known, 0u);
    }
  }
}

// The best of some replies to each entry, two plies deeper than it.
std::vector<Refutation> deeper_replies(const TableOracle& oracle, const Book& book) {
  std::vector<Refutation> replies;
  for (const BookEntry& entry : book.entries) {
    const int depth = entry.depth + 2;
    Refutation best{entry.red, 7, 0, depth, entry.reply, 0};
    for (SetupId reply = 7; reply < 3000; reply += 60)
      if (oracle.value(entry.red, reply, depth) < oracle.value(entry.red, best.reply, depth))
        best.reply = reply;
    replies.push_back(best);
  }
  return replies;
}

TEST(BuildBook, TakesBetterRepliesWithTheirValuesAndDepths) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  const Result<Book> before = build(path, some_job(), 1, {});
  ASSERT_TRUE(before.ok());
  const TableOracle oracle = some_oracle();
  const std::vector<Refutation> replies = deeper_replies(oracle, *before);
  ReplyPass pass;
  PipelineOptions options{"test", [&](const PassReport& report) {
                            if (const auto* found = std::get_if<ReplyPass>(&report.found)) pass = *found;
                          }};
  options.replies = replies;
  Result<JobStore> store = JobStore::open(path, some_job(), oracle.origin());
  ASSERT_TRUE(store.ok());
  const Result<Book> outcome = build_book(some_job(), oracle, *store, options, {});
  ASSERT_TRUE(outcome.ok());
  const Book& book = *outcome;
  ASSERT_EQ(book.entries.size(), before->entries.size());
  std::map<SetupId, BookEntry> now;
  for (const BookEntry& entry : book.entries) now[entry.red] = entry;
  std::size_t taken = 0;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    BookEntry expected = before->entries[i];
    const Refutation& given = replies[i];
    const Score value = oracle.value(given.red, given.reply, given.depth);
    if (value < oracle.value(given.red, expected.reply, given.depth)) {
      const BookEntry& found = now[given.red];
      expected = {given.red,   given.reply,         value, static_cast<std::uint8_t>(given.depth), 1,
                  found.nodes, found.standard_error};
      EXPECT_GT(expected.nodes, 0u);
      ++taken;
    }
    EXPECT_EQ(now[given.red], expected);
    EXPECT_EQ(pass.replies[i].verdict == Verdict::kTaken, expected.depth == given.depth);
  }
  EXPECT_GT(taken, 10u);
  EXPECT_LT(taken, replies.size());
  // They stay, whether they are given again or not; so does the status.
  EXPECT_EQ(*build(path, some_job(), 3, {}), book);
  const Result<Book> again = build_book(some_job(), oracle, *store, options, {});
  EXPECT_EQ(*again, book);
  EXPECT_EQ(std::ranges::count(pass.replies, Verdict::kTaken, &JudgedReply::verdict), 0);
  const Result<JobStatus> status = job_status(some_job(), *store, 5);
  EXPECT_EQ(status->taken, taken);
  EXPECT_EQ(status->best.front().red, book.entries.front().red);
}

TEST(BuildBook, RefusesJobsThatDoNotFit) {
  const test::TemporaryFolder folder;
  Job job = some_job();
  job.game = "letters";
  const Result<Book> other_game = build(folder.path("a.job"), job, 1, {});
  ASSERT_FALSE(other_game.ok());
  EXPECT_THAT(other_game.error().message, HasSubstr("letters"));
  job = some_job();
  job.stages[2].depth = 2;
  const Result<Book> contradiction = build(folder.path("b.job"), job, 1, {});
  ASSERT_FALSE(contradiction.ok());
  EXPECT_THAT(contradiction.error().message, HasSubstr("stage 3, depth: depth 2 is not deeper"));
}

// Sound for SQLite and its checksums, but of setups that do not exist.
TEST(BuildBook, RefusesStoredSetupsBeyondTheGame) {
  const test::TemporaryFolder folder;
  const TableOracle oracle = some_oracle();
  for (const std::size_t stage : {0u, 1u}) {
    Result<JobStore> store = JobStore::open(folder.path(std::to_string(stage)), some_job(), oracle.origin());
    ASSERT_TRUE(store.ok());
    if (stage == 0) {
      ASSERT_TRUE(store->add_round(0, {{{3000, 0, 0}}, 0, 0}).ok());
    } else {
      const Job job = some_job();
      ASSERT_TRUE(build_book(job, oracle, *store, {"test"}, {}).ok());
      const Schedule schedule(job, store->rounds()->back());
      const SetupId red = schedule.row_tasks().front().red;
      ASSERT_TRUE(store->add_row({}, {red, 3000, 0, 0}, schedule.inputs().at(red)).ok());
    }
    const Result<Book> book = build_book(some_job(), oracle, *store, {"test"}, {});
    ASSERT_FALSE(book.ok());
    EXPECT_EQ(book.error().code, ErrorCode::kCorrupt);
  }
}

// Reds answered by setups that Red does not have.
TEST(BuildBook, TakesSidesThatPlaceDifferentSetups) {
  const TableOracle oracle(20, 500, [](SetupId red, SetupId blue, int depth) {
    return static_cast<Score>(mix(red * 512 + blue + (static_cast<std::uint64_t>(depth) << 32)) % 1000);
  });
  const Job job{.game = "numbers", .pool = 250, .keep = 10, .rounds = 1, .stages = {{10, 2}}};
  Result<JobStore> store = JobStore::open(":memory:", job, oracle.origin());
  ASSERT_TRUE(store.ok());
  const auto found = build_book(job, oracle, *store, {"test"}, {});
  ASSERT_TRUE(found.ok()) << found.error().message;
  const Book& book = *found;
  EXPECT_EQ(book.entries.size(), 10u);
  SetupId largest = 0;
  for (const BookEntry& entry : book.entries) {
    largest = std::max(largest, entry.reply);
    for (SetupId blue = 0; blue < 500; ++blue) EXPECT_LE(*entry.red_value, oracle.value(entry.red, blue, 2));
  }
  EXPECT_GT(largest, 100u);
}

}  // namespace pipeline_test
}  // namespace tabiya::booksearch
