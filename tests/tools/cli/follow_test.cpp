#include "tools/cli/follow.h"

#include <gtest/gtest.h>

#include "tests/tools/commands/build_runs.h"
#include "tests/tools/parsed_json.h"
#include "tools/cli/json.h"

namespace tabiya::tools {
namespace follow_test {

TEST(Follow, ShowsOnceUnlessItIsAskedForMore) {
  int shown = 0;
  follow_status(false, [&] { return ++shown > 5; });
  EXPECT_EQ(shown, 1);
  follow_status(true, [&] { return ++shown > 2; });
  EXPECT_EQ(shown, 3);
}

TEST(Follow, ShowsAJobUntilItIsFinished) {
  const TemporaryFolder folder;
  const ProgramRun run = run_in_shell(in_shell(
      folder, "--progress none --threads 1 >/dev/null & until [ -s " + folder.path("out/tiny.job") +
                  " ]; do sleep 0.02; done; sleep 0.2; " + in_shell(folder, "--status --follow --json")));
  EXPECT_EQ(run.exit_code, 0) << run.err;
  const std::size_t last = run.out.rfind('\n', run.out.size() - 2) + 1;  // npos + 1 is 0
  EXPECT_EQ(parsed(run.out.substr(last))["finished"], true) << run.out;
  EXPECT_EQ(build(folder, {"--follow"}), unusable("build: --follow goes with --status"));
}

}  // namespace follow_test
}  // namespace tabiya::tools
