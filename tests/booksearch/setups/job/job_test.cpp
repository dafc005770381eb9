#include "booksearch/setups/job/job.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>

namespace tabiya::booksearch {
namespace job_test {

Job sound_job() {
  return {.game = "numbers",
          .seed = 7,
          .table_mib = 4,
          .pool = 100,
          .keep = 50,
          .rounds = 3,
          .stages = {{40, 2, 10, 3}, {10, 4, 0}}};
}

TEST(Job, HasACanonicalText) {
  EXPECT_EQ(canonical_text(sound_job()),
            "game = \"numbers\"\nseed = 7\ntable_mib = 4\n"
            "\n[filter]\npool = 100\nkeep = 50\nrounds = 3\n"
            "\n[[stage]]\nkeep = 40\ndepth = 2\nreplies = 10\nshared = 3\n"
            "\n[[stage]]\nkeep = 10\ndepth = 4\nreplies = 0\nshared = 0\n");
  Job job = sound_job();
  job.stages[1].exact = 120;  // a setting that older jobs do not have is there only where it is used
  EXPECT_THAT(canonical_text(job), testing::EndsWith("shared = 0\nexact = 120\n"));
}

TEST(Job, TellsHowManyRowsAreExact) {
  Job job = sound_job();
  job.stages = {{40, 2, 10}, {30, 3, 10}, {9, 4, 10}};
  EXPECT_EQ(exact_rows(job, 1), 30u);
  job.stages[1].exact = 110;
  EXPECT_EQ(exact_rows(job, 1), 10u);
  job.stages[1].exact = 1'000;
  EXPECT_EQ(exact_rows(job, 1), 30u);
}

TEST(Job, IsExtendedByMoreRedsAndFurtherStages) {
  const Job begun = sound_job();
  Job job = begun;
  EXPECT_TRUE(is_extension(job, begun));
  job.stages[1].keep = 20;
  job.stages.push_back({5, 6, 10});
  EXPECT_TRUE(is_extension(job, begun));
  EXPECT_FALSE(is_extension(begun, job));
  job.stages[0].depth = 3;
  EXPECT_FALSE(is_extension(job, begun));
  job = begun;
  job.stages[0].keep = 39;
  EXPECT_FALSE(is_extension(job, begun));
  job = begun;
  job.keep = 60;  // other setups are reasonable: no row holds
  EXPECT_FALSE(is_extension(job, begun));
}

using Change = std::function<void(Job&)>;

TEST(Job, HashTellsEverySettingApart) {
  const std::vector<Change> changes{
      [](Job&) {},
      [](Job& job) { job.game = "letters"; },
      [](Job& job) { job.seed = 8; },
      [](Job& job) { job.table_mib = 5; },
      [](Job& job) { job.pool = 101; },
      [](Job& job) { job.keep = 51; },
      [](Job& job) { job.rounds = 4; },
      [](Job& job) { job.stages[0].keep = 41; },
      [](Job& job) { job.stages[0].depth = 3; },
      [](Job& job) { job.stages[1].replies = 1; },
      [](Job& job) { job.stages[1].shared = 1; },
      [](Job& job) { job.stages[1].exact = 100; },
      [](Job& job) { job.stages[1].exact = 110; },
      [](Job& job) { job.stages.pop_back(); },
  };
  std::set<std::uint64_t> hashes;
  for (const Change& change : changes) {
    Job job = sound_job();
    change(job);
    hashes.insert(job_hash(job));
  }
  EXPECT_EQ(hashes.size(), changes.size());
}

TEST(Job, NamesTheSettingAtFault) {
  const std::vector<std::pair<std::string, Change>> cases{
      {"game", [](Job& job) { job.game.clear(); }},
      {"table_mib", [](Job& job) { job.table_mib = 0; }},
      {"table_mib", [](Job& job) { job.table_mib = 70'000; }},
      {"filter.pool", [](Job& job) { job.pool = 0; }},
      {"filter.keep", [](Job& job) { job.keep = 0; }},
      {"filter.rounds", [](Job& job) { job.rounds = 0; }},
      {"filter.rounds", [](Job& job) { job.rounds = 101; }},
      {"stage", [](Job& job) { job.stages.clear(); }},
      {"stage", [](Job& job) { job.stages.assign(101, {}); }},
      {"stage[0].keep", [](Job& job) { job.stages[0].keep = 51; }},
      {"stage[1].keep", [](Job& job) { job.stages[1].keep = 41; }},
      {"stage[1].keep", [](Job& job) { job.stages[1].keep = 0; }},
      {"stage[0].depth", [](Job& job) { job.stages[0].depth = 0; }},
      {"stage[0].depth", [](Job& job) { job.stages[0].depth = 101; }},
      {"stage[1].depth", [](Job& job) { job.stages[1].depth = 2; }},
      {"stage[0].exact", [](Job& job) { job.stages[0].exact = 110; }},  // the first one
      {"stage[1].exact", [](Job& job) { job.stages[1].exact = 110; }},  // the last one
      {"stage[1].exact", [](Job& job) { job.stages[1].exact = 99; }},
      {"stage[1].exact", [](Job& job) { job.stages[1].exact = 1'001; }},
      {"stage[1].survivors", [](Job& job) { job.stages[1].survivors = 1; }},  // without a sieve
  };
  EXPECT_FALSE(find_fault(sound_job()));
  for (const auto& [key, change] : cases) {
    Job job = sound_job();
    change(job);
    const auto fault = find_fault(job);
    ASSERT_TRUE(fault) << key;
    EXPECT_EQ(fault->key, key);
    EXPECT_FALSE(fault->message.empty());
  }
}

}  // namespace job_test
}  // namespace tabiya::booksearch
