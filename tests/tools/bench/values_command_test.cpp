// `tabiya bench values` from the outside.
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::values_command_test {

class BenchValues : public ::testing::Test {
 protected:
  BenchValues() {
    require(run_tabiya({"build", test::source_path("data/jobs/tiny.toml"), "--out", folder_.path("out"),
                        "--progress", "none"}));
  }

  ProgramRun run(const std::string& network) const {
    return run_tabiya({"bench", "values", "--book", folder_.path("out/tiny.tbk"), "--net", network,
                       "--sample", "12", "--json"});
  }

 private:
  const TemporaryFolder folder_;
};

TEST_F(BenchValues, TellHowFarABookIsFromDeeperLooks) {
  const ProgramRun measured = run("linear");
  ASSERT_EQ(measured.exit_code, 0) << measured.err;
  EXPECT_EQ(run("linear"), measured);
  const Json figures = parsed(measured.out);
  EXPECT_EQ(figures["entries"], 12);
  const auto figure = [&](const std::string& name) { return figures.at(name).get<double>(); };
  double entries = 0, inside = 0;
  for (const char* name : {"depth_1_", "depth_2_", "depth_3_"}) {
    const std::string depth = name;
    const double count = figure(depth + "entries");
    entries += count;
    inside += count * figure(depth + "inside_percent");
    EXPECT_GT(figure(depth + "book_off_logit"), 0);
    EXPECT_GT(figure(depth + "stated_logit"), 0);
    EXPECT_GT(figure(depth + "analysis_off_logit"), 0);
  }
  EXPECT_EQ(entries, 12);
  EXPECT_EQ(figure("rank_1_to_300_entries"), 12);
  EXPECT_GT(figure("book_bias_error_logit"), 0);
  EXPECT_NEAR(figure("inside_percent"), inside / 12, 1e-6);
  EXPECT_LE(figure("inside_percent_low"), figure("inside_percent"));
  EXPECT_GE(figure("inside_percent_high"), figure("inside_percent"));
}

TEST_F(BenchValues, RefuseANetworkThatTheBookIsNotOf) {
  EXPECT_EQ(run("shipped"),
            unusable("bench values: the book was made with another network; name its own by --net"));
}

}  // namespace tabiya::tools::values_command_test
