#include "tools/cli/options.h"

#include "tests/tools/commands/build_runs.h"
#include "tools/cli/json.h"

namespace tabiya::tools::follow_test {

TEST(Follow, ShowsOnceUnlessItIsAskedForMore) {
  int shown = 0;
  follow_status(false, [&] { return ++shown > 5; });
  EXPECT_EQ(shown, 1);
  follow_status(true, [&] { return ++shown > 2; });
  EXPECT_EQ(shown, 3);
}

TEST(Follow, ShowsAJobUntilItIsFinished) {
  const TemporaryFolder folder;
  const std::string run = output_of(run_in_shell(in_shell(
      folder, "--progress none --threads 1 >/dev/null & until [ -s " + folder.path("out/tiny.job") +
                  " ]; do sleep 0.02; done; sleep 0.2; " + in_shell(folder, "--status --follow --json"))));
  const std::size_t last = run.rfind('\n', run.size() - 2) + 1;  // npos + 1 is 0
  EXPECT_EQ(parsed(run.substr(last))["finished"], true);
  EXPECT_EQ(build(folder, {"--follow"}), unusable("build: --follow goes with --status"));
}

}  // namespace tabiya::tools::follow_test
