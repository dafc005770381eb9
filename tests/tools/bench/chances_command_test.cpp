// `tabiya bench chances` from the outside.
#include "tests/support/checkout.h"
#include "tests/tools/drawing/well_formed.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::chances_command_test {

TEST(BenchChances, CountsHowOftenTheyComeTrue) {
  const TemporaryFolder folder;
  require(run_tabiya({"build", test::source_path("data/jobs/tiny.toml"), "--out", folder.path("out"),
                      "--progress", "none"}));
  const std::string picture = folder.path("picture.svg");
  const auto run = [&](const std::string& threads) {
    std::filesystem::remove(picture);
    return run_tabiya({"bench", "chances", "--book", folder.path("out/tiny.tbk"), "--net", "linear",
                       "--sample", "12", "--nodes", "50", "--quick", "--picture", picture, "--threads",
                       threads, "--json"});
  };
  const ProgramRun measured = run("1");
  ASSERT_EQ(measured.exit_code, 0) << measured.err;
  EXPECT_EQ(run("2"), measured);
  const Json figures = parsed(measured.out);
  EXPECT_EQ(figures["book_games"], 12);
  EXPECT_EQ(figures["analysis_games"], 24);
  EXPECT_EQ(figures["play_games"], 24);
  double games = 0;
  for (const auto& [name, value] : figures.items()) {
    const bool is_bin = name.starts_with("play_") && name.find("_to_") != name.npos;
    if (is_bin && name.ends_with("_games")) games += value.get<double>();
  }
  EXPECT_EQ(games, 24);
  EXPECT_TRUE(test::is_well_formed(read_file(picture)));
  EXPECT_THAT(read_file(picture), HasSubstr("an analysis: 24 games"));

  const std::string again = refusal_of(refused({"bench", "chances", "--picture", picture}));
  EXPECT_THAT(again, HasSubstr(picture));
}

}  // namespace tabiya::tools::chances_command_test
