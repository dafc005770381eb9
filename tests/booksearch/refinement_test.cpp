#include "booksearch/refinement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>

#include "booksearch/job_status.h"
#include "booksearch/pipeline.h"
#include "booksearch/threads.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/booksearch/temporary_directory.h"

namespace tabiya::booksearch {
namespace {

// Values that come nearer to the truth, depth 40, with every ply.
Score drifting_value(SetupId red, SetupId blue, int depth) {
  const auto noise = [](std::uint64_t x, unsigned range) { return static_cast<Score>(mix(x) % range); };
  const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
  Score value = noise(red, 4000) - noise(blue ^ 0xFFFF0000, 2000) + noise(pair, 1000);
  for (int ply = 40; ply > depth; --ply)
    value += noise(pair + (static_cast<std::uint64_t>(ply) << 56), 300) - 150;
  return value;
}

TableOracle some_oracle() { return TableOracle(3000, drifting_value); }

Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 60,
          .keep = 200,
          .rounds = 2,
          .stages = {{200, 2, 20}, {60, 4, 20}}};
}

// A build whose time is over after so many reds.
struct Build {
  Result<Outcome> outcome = Outcome{};
  std::vector<std::string> passes;
};
Build build(const std::string& path, std::uint64_t reds, int threads = 1) {
  const TableOracle oracle = some_oracle();
  Build build;
  Result<JobStore> store = JobStore::open(path, some_job(), oracle.origin());
  EXPECT_TRUE(store.ok());
  std::atomic<std::uint64_t> done = 0;
  std::string stage;
  std::uint64_t last = 0;
  Control control{[&](const Progress& progress) {
    if (progress.stage.starts_with("filter")) return;
    if (progress.stage == stage) done += progress.done - last;
    stage = progress.stage;
    last = progress.done;
  }};
  control.is_spent = [&] { return done >= reds; };
  PipelineOptions options{"test", [&](const PassReport& pass) { build.passes.push_back(pass.name); }};
  options.refine = true;
  with_threads(threads, [&] { build.outcome = build_book(some_job(), oracle, *store, options, control); });
  return build;
}

TEST(Refinement, MakesABookAtAnyTime) {
  const TemporaryDirectory directory;
  std::size_t deepest = 0;
  for (const std::uint64_t reds : {1u, 50u, 199u, 200u, 230u, 260u, 300u, 500u, 900u}) {
    const Build one = build(directory.file(std::to_string(reds)), reds);
    ASSERT_TRUE(one.outcome.ok()) << reds;
    const Book& book = *one.outcome->book;
    EXPECT_EQ(book.entries.size(), std::min<std::size_t>(reds, 200));
    std::set<SetupId> listed;
    std::set<int> depths;
    for (const BookEntry& entry : book.entries) {
      EXPECT_TRUE(listed.insert(entry.red).second);
      depths.insert(entry.depth);
      EXPECT_EQ(entry.red_value, drifting_value(entry.red, entry.reply, entry.depth));
    }
    EXPECT_EQ(depths.size() > 2, reds > 260);
    EXPECT_GE(static_cast<std::size_t>(*depths.rbegin()), deepest);
    deepest = static_cast<std::size_t>(*depths.rbegin());
  }
  const Build none = build(directory.file("0"), 0);
  EXPECT_FALSE(none.outcome.ok());
}

TEST(Refinement, GoesOnWhereItWasStoppedWhateverTheThreads) {
  const TemporaryDirectory directory;
  const Build whole = build(directory.file("whole"), 1'000'000);
  ASSERT_TRUE(whole.outcome.ok());
  EXPECT_GT(whole.passes.size(), 6u);
  Random random(1);
  for (int round = 0; round < 10; ++round) {
    const std::string path = directory.file(std::to_string(round));
    for (int stop = 0; stop < 5; ++stop) build(path, random.below(200), 1 + stop % 2);
    const Build resumed = build(path, 1'000'000, 1 + round % 2);
    ASSERT_TRUE(resumed.outcome.ok());
    EXPECT_EQ(*resumed.outcome->book, *whole.outcome->book);
  }
}

TEST(Refinement, ShowsInTheStatus) {
  const TemporaryDirectory directory;
  const std::string path = directory.file("a");
  build(path, 290);
  Result<JobStore> store = JobStore::view(path);
  ASSERT_TRUE(store.ok());
  const Result<JobStatus> status = job_status(some_job(), *store, {}, 5);
  ASSERT_TRUE(status.ok());
  EXPECT_EQ(status->step, "refinement 1, depth 6");
  EXPECT_TRUE(status->finished);
  EXPECT_GE(status->done, 30u);
  EXPECT_LT(status->done, status->total);
  EXPECT_EQ(status->best.size(), 5u);
}

// It ends by itself, and has found reds and replies that are better than those of the stages.
TEST(Refinement, SpendsItsTimeWhereItIsWorthMost) {
  const TemporaryDirectory directory;
  const Book stages = *build(directory.file("stages"), 260).outcome->book;
  const Book refined = *build(directory.file("refined"), 1'000'000).outcome->book;
  const auto truth = [](SetupId red) {  // what the red is worth against the best of all replies
    Score worst = kInfiniteScore;
    for (SetupId blue = 0; blue < 3000; ++blue) worst = std::min(worst, drifting_value(red, blue, 40));
    return worst;
  };
  EXPECT_GE(truth(refined.entries.front().red), truth(stages.entries.front().red));
  double top = 0, rest = 0;  // mean depths
  for (std::size_t i = 0; i < refined.entries.size(); ++i)
    (i < 20 ? top : rest) += refined.entries[i].depth / (i < 20 ? 20.0 : 180.0);
  EXPECT_GT(top, rest + 4);
  EXPECT_LT(*refined.entries.front().standard_error, *refined.entries.back().standard_error);
}

}  // namespace
}  // namespace tabiya::booksearch
