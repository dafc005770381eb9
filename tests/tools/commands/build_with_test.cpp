// `build --with`: better replies that an audit has found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/tools/commands/build_runs.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace {

using testing::HasSubstr;

TEST(BuildWith, TakesBackBetterReplies) {
  const TemporaryFolder folder;
  ASSERT_EQ(build(folder, {}).exit_code, 0);
  const std::string list = folder.path("refutations.txt");
  write_file(list, "tabiya refutations 2 zero_point_one\n");
  EXPECT_EQ(build(folder, {"--resume", "--with", list}).exit_code, 2);
  EXPECT_EQ(build(folder, {"--force", "--with", folder.path("missing")}).exit_code, 2);
  EXPECT_TRUE(std::filesystem::exists(folder.path("out/tiny.job")));
  EXPECT_EQ(read_file(folder.path("out/tiny.tbk")), undisturbed_book());
  const std::string book = folder.path("out/tiny.tbk");
  const ProgramRun line = run_tabiya({"book", "list", book, "--first", "1"});
  const std::string red = line.out.substr(8, 16);
  write_file(list, "tabiya refutations 1 zero_point_one\n" + red +
                       "\tAWAAAAAADFFDDDAN\t-20000\t3\tAWAAAAAADFFDDDAN\t0\n");
  const ProgramRun run = build(folder, {"--resume", "--with", list});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("\nextra replies, depth 3 "));
  EXPECT_EQ(run.err, "");
  // What is better only in a deeper search than the job's is not taken, and that is said.
  write_file(list, "tabiya refutations 1 zero_point_one\n" + red +
                       "\tWAAAAAAADFFDDDAN\t-20000\t9\tAWAAAAAADFFDDDAN\t0\n");
  EXPECT_EQ(
      build(folder, {"--resume", "--with", list}).err,
      "tabiya: note: --with: 1 of its 1 better replies is not taken: what was found at depth 9 or more is "
      "not better at the depths of the job, 3 at most; a stage as deep would take it\n");
  EXPECT_EQ(run_tabiya({"verify", book}), (ProgramRun{0, book + ": 40 entries, 0 findings\n", ""}));
}

}  // namespace
}  // namespace tabiya::tools
