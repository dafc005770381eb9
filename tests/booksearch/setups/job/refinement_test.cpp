#include "booksearch/setups/job/refinement.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>
#include <optional>
#include <set>

#include "booksearch/setups/job/job_status.h"
#include "booksearch/setups/job/pipeline.h"
#include "booksearch/work/parallel.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"
#include "tests/support/temporary_folder.h"

namespace tabiya::booksearch {
namespace refinement_test {

// Values that come nearer to the truth, depth 16, with every ply.
Score drifting_value(SetupId red, SetupId blue, int depth, std::uint64_t seed = 0) {
  const auto noise = [seed](std::uint64_t x, unsigned range) {
    return static_cast<Score>(mix(x ^ seed) % range);
  };
  const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
  Score value = noise(red, 4000) - noise(blue ^ 0xFFFF0000, 2000) + noise(pair, 1000);
  for (int ply = 16; ply > depth; --ply)
    value += noise(pair + (static_cast<std::uint64_t>(ply) << 56), 600) - 300;
  return value;
}

TableOracle some_oracle(std::uint64_t seed = 0) {
  return TableOracle(
      1000, [seed](SetupId red, SetupId blue, int depth) { return drifting_value(red, blue, depth, seed); });
}

Job some_job() {
  return {.game = "numbers",
          .seed = 3,
          .pool = 60,
          .keep = 120,
          .rounds = 2,
          .stages = {{120, 2, 20}, {40, 4, 20}}};
}

// A build whose time is over after so many reds.
struct Build {
  Result<Book> outcome = Book();
  std::vector<std::string> passes;
  PassReport last;
  std::optional<std::vector<JudgedReply>> replies;
};

// To each red of a book the best one of some replies, one ply deeper than its entry.
std::vector<Refutation> replies_to_all(const Book& book, std::uint64_t seed) {
  std::vector<Refutation> replies;
  for (const BookEntry& entry : book.entries) {
    Refutation best{entry.red, 0, 0, entry.depth + 1};
    const auto value = [&](SetupId reply) { return drifting_value(entry.red, reply, best.depth, seed); };
    for (SetupId reply = 0; reply < 1000; reply += 3)
      if (value(reply) < value(best.reply)) best.reply = reply;
    replies.push_back(best);
  }
  return replies;
}

Build build(const std::string& path, std::uint64_t reds, int threads = 1, std::uint64_t seed = 0,
            const std::vector<Refutation>& replies = {}, bool refine = true) {
  const TableOracle oracle = some_oracle(seed);
  Build build;
  Result<JobStore> store = JobStore::open(path, some_job(), oracle.origin());
  EXPECT_TRUE(store.ok());
  std::atomic<std::uint64_t> done = 0;
  std::string stage;
  std::uint64_t last = 0;
  Control control{[&](const Progress& progress) {
    if (progress.stage.starts_with("filter") || progress.stage == "deeper looks") return;
    if (progress.stage == stage) done += progress.done - last;
    stage = progress.stage;
    last = progress.done;
  }};
  control.is_spent = [&] { return done >= reds; };
  PipelineOptions options{"test", [&](const PassReport& pass) {
                            build.passes.push_back(pass.name);
                            build.last = pass;
                            if (const auto* found = std::get_if<ReplyPass>(&pass.found))
                              build.replies = found->replies;
                          }};
  options.refine = refine;
  options.replies = replies;
  with_threads(threads, [&] { build.outcome = build_book(some_job(), oracle, *store, options, control); });
  return build;
}

TEST(Refinement, MakesABookAtAnyTime) {
  const test::TemporaryFolder folder;
  int last_total = 0;  // of the depths of all entries
  for (const std::uint64_t reds : {1u, 50u, 119u, 120u, 140u, 160u, 180u, 250u, 500u}) {
    const Build one = build(folder.path(std::to_string(reds)), reds);
    ASSERT_TRUE(one.outcome.ok()) << reds;
    const Book& book = *one.outcome;
    EXPECT_EQ(book.entries.size(), std::min<std::size_t>(reds, 120));
    std::set<SetupId> listed;
    int total = 0;
    for (const BookEntry& entry : book.entries) {
      EXPECT_TRUE(listed.insert(entry.red).second);
      total += entry.depth;
      EXPECT_EQ(entry.red_value, drifting_value(entry.red, entry.reply, entry.depth));
    }
    EXPECT_GT(total, last_total);
    last_total = total;
  }
  const Build none = build(folder.path("0"), 0);
  EXPECT_FALSE(none.outcome.ok());
}

TEST(Refinement, GoesOnWhereItWasStoppedWhateverTheThreads) {
  const test::TemporaryFolder folder;
  const Build whole = build(folder.path("whole"), 1'000'000);
  ASSERT_TRUE(whole.outcome.ok());
  EXPECT_GT(whole.passes.size(), 6u);
  Random random(1);
  for (int round = 0; round < 3; ++round) {
    const std::string path = folder.path(std::to_string(round));
    for (int stop = 0; stop < 3; ++stop) build(path, random.below(160), 1 + stop % 2);
    const Build resumed = build(path, 1'000'000, 1 + round % 2);
    ASSERT_TRUE(resumed.outcome.ok());
    EXPECT_EQ(*resumed.outcome, *whole.outcome);
  }
}

TEST(Refinement, StaysInTheBookOfRunsWithoutTimeForIt) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t reds : {190u, 250u, 1'000'000u}) {
    const std::string path = folder.path(std::to_string(reds));
    const Build refined = build(path, reds);
    ASSERT_TRUE(refined.outcome.ok());
    const Build resumed = build(path, 1'000'000, 1, 0, {}, /*refine=*/false);
    ASSERT_TRUE(resumed.outcome.ok());
    EXPECT_EQ(*resumed.outcome, *refined.outcome) << reds;
    const Build hasty = build(path, 0, 1, 0, {{1, 2, 0, 9}});  // no time even for the replies from outside
    ASSERT_TRUE(hasty.outcome.ok());
    EXPECT_EQ(*hasty.outcome, *refined.outcome) << reds;

    std::map<SetupId, int> depths;
    for (const BookEntry& entry : refined.outcome->entries) depths[entry.red] = entry.depth;
    const Build corrected =
        build(path, 1'000'000, 1, 0, replies_to_all(*refined.outcome, 0), /*refine=*/false);
    ASSERT_TRUE(corrected.outcome.ok());
    for (const BookEntry& entry : corrected.outcome->entries)
      EXPECT_GE(entry.depth, depths[entry.red]) << "red " << entry.red;
  }
}

// Replies that were given change the book, and nothing of what is worth deepening.
TEST(Refinement, GoesTheSameWayWithGivenReplies) {
  const auto batches = [](const Build& build) {
    std::vector<std::string> names;
    std::ranges::copy_if(build.passes, std::back_inserter(names),
                         [](const std::string& name) { return name.starts_with("refinement"); });
    return names;
  };
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const test::TemporaryFolder folder;
    const Build undisturbed = build(folder.path("undisturbed"), 1'000'000, 1, seed);
    const Build begun = build(folder.path("given"), 160, 1, seed);
    ASSERT_TRUE(undisturbed.outcome.ok() && begun.outcome.ok());
    const Build given = build(folder.path("given"), 1'000'000, 1, seed, replies_to_all(*begun.outcome, seed));
    ASSERT_TRUE(given.outcome.ok());
    EXPECT_EQ(batches(given), batches(undisturbed));
    EXPECT_GT(std::ranges::count(*given.replies, Verdict::kTaken, &JudgedReply::verdict), 0);
    for (const BookEntry& entry : given.outcome->entries)
      EXPECT_EQ(entry.red_value, drifting_value(entry.red, entry.reply, entry.depth, seed));
  }
}

TEST(Refinement, SaysThatTheTimeWasOverBeforeGivenReplies) {
  const test::TemporaryFolder folder;
  const Build one = build(folder.path("a"), 50, 1, 0, {{1, 2, 0, 9}});
  ASSERT_TRUE(one.outcome.ok());
  EXPECT_EQ(*one.replies, (std::vector<JudgedReply>{{{1, 2, 0, 9}, Verdict::kNotSearched}}));
}

TEST(Refinement, ShowsInTheStatus) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("a");
  build(path, 190);
  Result<JobStore> store = JobStore::view(path);
  ASSERT_TRUE(store.ok());
  const Result<JobStatus> status = job_status(some_job(), *store, 5);
  ASSERT_TRUE(status.ok());
  EXPECT_TRUE(status->step.stage.starts_with("refinement 1, depth ")) << status->step.stage;
  EXPECT_TRUE(status->finished);
  EXPECT_EQ(status->batches, 0u);
  EXPECT_GE(status->step.done, 30u);
  EXPECT_LT(status->step.done, status->step.total);
  EXPECT_EQ(status->best.size(), 5u);
}

TEST(Refinement, SaysWhereTheTimeWasOver) {
  const test::TemporaryFolder folder;
  for (const std::uint64_t reds : {50u, 140u, 190u}) {
    const Build one = build(folder.path(std::to_string(reds)), reds);
    const StagePass cut = std::get<StagePass>(one.last.found);
    EXPECT_LT(cut.reds, cut.total);
    EXPECT_GE(cut.reds, 20u);
    EXPECT_TRUE(one.last.name.starts_with(reds == 50    ? "stage 1, depth 2"
                                          : reds == 140 ? "stage 2, depth 4"
                                                        : "refinement 1, depth "))
        << one.last.name;
  }
}

// It ends by itself, and has found better reds than the stages.
TEST(Refinement, SpendsItsTimeWhereItIsWorthMost) {
  const test::TemporaryFolder folder;
  std::int64_t gain = 0;
  double top = 0, rest = 0;  // mean depths
  constexpr std::uint64_t kSeeds = 6;
  for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
    const auto truth = [&](SetupId red) {  // what the red is worth against the best of all replies
      Score worst = kInfiniteScore;
      for (SetupId blue = 0; blue < 1000; ++blue)
        worst = std::min(worst, drifting_value(red, blue, 16, seed));
      return worst;
    };
    const std::string name = std::to_string(seed);
    const Book stages = *build(folder.path("stages" + name), 160, 1, seed).outcome;
    const Book refined = *build(folder.path("refined" + name), 1'000'000, 1, seed).outcome;
    gain += truth(refined.entries.front().red) - truth(stages.entries.front().red);
    for (std::size_t i = 0; i < refined.entries.size(); ++i)
      (i < 20 ? top : rest) += refined.entries[i].depth / (i < 20 ? 20.0 : 100.0) / kSeeds;
  }
  EXPECT_GT(gain, 0);
  EXPECT_GT(top, rest + 4);
}

}  // namespace refinement_test
}  // namespace tabiya::booksearch
