#include "booksearch/setups/job/deeper_looks.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <variant>

#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace deeper_looks_test {

constexpr int kLookDepth = 50, kDeepestDepth = kLookDepth + 1;
constexpr double kShift = -2'500, kFurther = 400;

// Looks find reds worth less by kShift, and a fifth further from even; otherwise nearly what rows find. The deepest looks find
// them worth kFurther more than that.
TableOracle some_oracle() {
  TableOracle oracle(3000, [](SetupId red, SetupId blue, int depth) {
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    const double base =
        static_cast<double>(mix(red) % 6'000) - 3'000 + static_cast<double>(mix(pair) % 1'000);
    const double noise =
        static_cast<double>(mix(pair + (static_cast<std::uint64_t>(depth) << 56)) % 200) - 100;
    if (depth < kLookDepth) return static_cast<Score>(base + noise);
    return static_cast<Score>(kShift + 1.2 * base + (depth == kDeepestDepth ? kFurther : 0));
  });
  oracle.let_look(kLookDepth, 2 * kLookTimes);  // its searches of pairs have two nodes
  return oracle;
}

Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 600,
          .keep = 1'500,
          .rounds = 2,
          .stages = {{1'200, 2, 30}, {100, 3, 20}, {30, 5, 0}}};
}

struct Passes {
  LookPass looks{};
  std::uint64_t row_nodes = 0;
};

Result<Book> build(const std::string& path, int threads, const Control& control = {},
                   Passes* passes = nullptr, const Job& job = some_job()) {
  const TableOracle oracle = some_oracle();
  Result<JobStore> store = JobStore::open(path, job, oracle.origin());
  if (!store) return store.error();
  const PipelineOptions options{"test", [&](const PassReport& report) {
                                  if (passes == nullptr) return;
                                  if (const auto* looks = std::get_if<LookPass>(&report.found))
                                    passes->looks = *looks;
                                  if (const auto* stage = std::get_if<StagePass>(&report.found))
                                    passes->row_nodes += stage->nodes;
                                }};
  Result<Book> outcome = Book();
  with_threads(threads, [&] { outcome = build_book(job, oracle, *store, options, control); });
  return outcome;
}

TEST(DeeperLooks, MakeValuesOfABookTrue) {
  const test::TemporaryFolder folder;
  Passes passes;
  const Result<Book> book = build(folder.path("a.job"), 1, {}, &passes);
  ASSERT_TRUE(book.ok());
  EXPECT_GT(passes.looks.looks,
            kLooks + kLooks / kDeepestEvery);  // at entries of two samples, some of which are in both
  EXPECT_LT(passes.looks.looks, (kLooks + kFirstLooks) * (kDeepestEvery + 1) / kDeepestEvery);
  EXPECT_LT(passes.looks.shift, kShift / 2);
  const TableOracle oracle = some_oracle();
  double off = 0, before = 0;
  int inside = 0;
  for (const BookEntry& entry : book->entries) {
    const Score truth = oracle.value(entry.red, entry.reply, kDeepestDepth);
    off += *entry.red_value - truth;
    before += oracle.value(entry.red, entry.reply, entry.depth) - truth;
    inside += std::abs(*entry.red_value - truth) <= 1.96 * *entry.standard_error;
  }
  const auto entries = static_cast<double>(book->entries.size());
  EXPECT_GT(std::abs(before / entries), 1'000);
  EXPECT_LT(std::abs(off / entries), 30);
  EXPECT_GT(inside, 0.93 * entries);
}

TEST(DeeperLooks, TakeNoMoreNodesThanTheRowsOfASmallJob) {
  const test::TemporaryFolder folder;
  Job job = some_job();
  job.stages = {{100, 2, 10}, {50, 3, 20}};
  Passes passes;
  ASSERT_TRUE(build(folder.path("a.job"), 1, {}, &passes, job).ok());
  EXPECT_GE(passes.looks.looks, 9u);
  EXPECT_LT(passes.looks.looks, 100u);
  EXPECT_LE(passes.looks.nodes, passes.row_nodes);
}

TEST(DeeperLooks, DoNotDependOnThreadsOrInterruptions) {
  const test::TemporaryFolder folder;
  const Result<Book> whole = build(folder.path("whole.job"), 1);
  ASSERT_TRUE(whole.ok());
  Random random(1);
  for (int round = 0; round < 3; ++round) {
    int stops = 0;
    for (;; ++stops) {
      std::uint32_t left = 1 + random.below(60);
      std::atomic<bool> stop = false;
      const auto on_progress = [&](const Progress& progress) {
        if (progress.stage == "deeper looks" && --left == 0) stop = true;
      };
      const Result<Book> book =
          build(folder.path(std::to_string(round)), 1 + round % 2, {on_progress, &stop});
      if (book) {
        ASSERT_EQ(*book, *whole);
        break;
      }
      ASSERT_EQ(book.error().code, ErrorCode::kStopped);
      ASSERT_LT(stops, 1'000);
    }
    EXPECT_GT(stops, 2);
  }
}

TEST(DeeperLooks, ShowInTheStatus) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a.job");
  int left = 100;
  std::atomic<bool> stop = false;
  const auto on_progress = [&](const Progress& progress) {
    if (progress.stage == "deeper looks" && --left == 0) stop = true;
  };
  ASSERT_FALSE(build(path, 1, {on_progress, &stop}).ok());
  const auto status = [&] {
    Result<JobStore> store = JobStore::view(path);
    return *job_status(some_job(), *store, 5);
  };
  EXPECT_FALSE(status().finished);
  EXPECT_EQ(status().step.stage, "deeper looks");
  EXPECT_EQ(status().step.total, 144u);  // nine, doubled four times
  EXPECT_GE(status().step.done, 72u);
  EXPECT_LT(status().step.done, 144u);
  const Result<Book> book = build(path, 1);
  ASSERT_TRUE(book.ok());
  EXPECT_TRUE(status().finished);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(status().best[i].red_value, book->entries[i].red_value);
}

}  // namespace deeper_looks_test
}  // namespace tabiya::booksearch
