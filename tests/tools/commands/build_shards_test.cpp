// `build --shard`, and `book merge` of the states that it leaves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/tools/commands/build_runs.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace build_shards_test {

using testing::HasSubstr;

// Passes over all shards, until no step is left.
void build_shards(const TemporaryFolder& folder, int shards, int passes) {
  for (int pass = 0; pass < passes; ++pass) {
    for (int shard = 1; shard <= shards; ++shard) {
      const std::string part = std::to_string(shard) + "/" + std::to_string(shards);
      const ProgramRun run = build(folder, {"--shard", part, "--resume"});
      ASSERT_EQ(run.exit_code, 0) << run.err;
    }
  }
}

ProgramRun merge(const TemporaryFolder& folder, const std::vector<int>& shards, int count) {
  std::vector<std::string> arguments{"book", "merge", "--out", folder.path("merged.tbk"), "--force"};
  for (const int shard : shards) {
    arguments.push_back(
        folder.path("out/tiny." + std::to_string(shard) + "-of-" + std::to_string(count) + ".job"));
  }
  return run_tabiya(arguments);
}

TEST(BuildShards, MakesTheSameBookInShards) {
  const TemporaryFolder folder;
  build_shards(folder, 7, 1);
  EXPECT_FALSE(std::filesystem::exists(folder.path("out/tiny.tbk")));
  const std::string merged = folder.path("merged.tbk");
  const ProgramRun all = merge(folder, {1, 2, 3, 4, 5, 6, 7}, 7);
  EXPECT_EQ(all, (ProgramRun{0, merged + ": 40 entries of 7 shards\n", ""}));  // computes the later steps
  EXPECT_EQ(read_file(merged), undisturbed_book());
  std::filesystem::remove(merged);

  const auto path = [&](int shard) { return folder.path("out/tiny." + std::to_string(shard) + "-of-7.job"); };
  EXPECT_EQ(merge(folder, {1, 2, 3, 4, 5, 5, 7}, 7),
            unusable("these shards make no book:\n  " + path(5) + ": is shard 5/7, as is " + path(5) +
                     "\n  shard 6/7 is missing"));
  EXPECT_FALSE(std::filesystem::exists(merged));

  build_shards(folder, 7, 3);
  EXPECT_THAT(build(folder, {"--shard", "3/7", "--resume"}).out, HasSubstr("all steps are finished"));
  EXPECT_EQ(merge(folder, {7, 6, 5, 4, 3, 2, 1}, 7).exit_code, 0);
  EXPECT_EQ(read_file(merged), undisturbed_book());
}

TEST(BuildShards, RefusesShardsOfOtherJobsInItsFolder) {
  const TemporaryFolder folder;
  ASSERT_EQ(build(folder, {"--shard", "1/2"}).exit_code, 0);
  std::filesystem::copy(folder.path("out/tiny.1-of-2.job"), folder.path("out/tiny.2-of-2.job"));
  EXPECT_EQ(
      build(folder, {"--shard", "1/2", "--resume"}),
      unusable(folder.path("out/tiny.2-of-2.job") +
               ": belongs to another shard: it was begun with 1/2, and not with 2/2; keep the shards of "
               "one job in a folder of their own"));
  EXPECT_THAT(build(folder, {"--shard", "0/2"}).err, HasSubstr("'0/2' is not a part such as 2/7"));
  EXPECT_THAT(build(folder, {"--shard", "3/2"}).err, HasSubstr("'3/2' is not a part such as 2/7"));
}

TEST(BuildShards, BeginsShardsTogetherInOneFolder) {
  for (int repetition = 0; repetition < 2; ++repetition) {
    const TemporaryFolder folder;
    std::string script;
    for (int shard = 1; shard <= 6; ++shard)
      script += in_shell(folder, "--shard " + std::to_string(shard) + "/6 >/dev/null & ");
    const ProgramRun run = run_in_shell(script + "wait");
    EXPECT_EQ(run.err, "");
  }
}

}  // namespace build_shards_test
}  // namespace tabiya::tools
