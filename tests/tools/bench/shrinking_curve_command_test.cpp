// `tabiya bench codec --sizes` from the outside.
#include "core/eval/network_file.h"
#include "core/games/games.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/tools/drawing/well_formed.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::shrinking_curve_command_test {

class ShrinkingCurve : public ::testing::Test {
 protected:
  void SetUp() override {
    write_network("net.tbn", 3);
    require(run_tabiya(
        {"selfplay", "--game", "ard_ri", "--games", "128", "--nodes", "20", "--out", folder_.path("a.tbd")}));
  }
  void write_network(const std::string& name, std::uint64_t seed) {
    const std::uint32_t features = find_game("ard_ri")->facts().network_features;
    const auto bytes =
        encode_network({"sample", "random numbers", test::lively_network({features, 32}, seed)});
    write_file(folder_.path(name), std::string(as_text(bytes)));
  }
  ProgramRun run(std::vector<std::string> more) const {
    more.insert(more.begin(), {"bench", "codec", "--net", folder_.path("net.tbn"), "--positions",
                               folder_.path("a.tbd"), "--nodes", "30", "--progress", "none"});
    return run_tabiya(more);
  }
  static std::vector<Json> rows(const ProgramRun& run) {
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return parsed_lines(run.out);
  }

  const TemporaryFolder folder_;
};

TEST_F(ShrinkingCurve, PlaysSmallNetworksAgainstTheWholeOne) {
  write_network("other.tbn", 4);
  const std::vector<std::string> asked{"--sizes", "40000", "--networks", folder_.path("other.tbn"),
                                       "--games", "2",     "--json"};
  const auto with_threads = [&](const std::string& threads) {
    std::vector<std::string> arguments = asked;
    arguments.insert(arguments.end(), {"--threads", threads});
    return run(arguments);
  };
  const ProgramRun measured = with_threads("2");
  EXPECT_EQ(with_threads("1"), measured);
  const std::vector<Json> found = rows(measured);
  ASSERT_EQ(found.size(), 2u);
  for (const Json& row : found)
    EXPECT_EQ(row["wins"].get<int>() + row["draws"].get<int>() + row["losses"].get<int>(), 2);
  EXPECT_THAT(found[0]["bytes"].get<int>(), AllOf(::testing::Gt(30'000), ::testing::Le(40'000)));
  EXPECT_THAT(found[0]["error"].get<double>(),
              AllOf(::testing::Gt(0), ::testing::Lt(found[1]["error"].get<double>())));
  EXPECT_LT(found[0]["bits"].get<double>(), found[1]["bits"].get<double>());
  EXPECT_EQ(found[0]["by"], "net shrink");
  EXPECT_EQ(found[1]["by"], folder_.path("other.tbn"));
}

TEST(ShrinkingCurveOfRows, IsDrawnWithoutAGame) {
  const TemporaryFolder folder;
  const std::string file = folder.path("rows"), picture = folder.path("picture.svg");
  const std::string row =
      R"(","bytes":300000,"bits":2.9,"error":null,"wins":90,"draws":20,"losses":90,"elo":-7.0,"elo_low":-9.0,"elo_high":2.0})";
  const std::string rows = R"({"bench":"codec","by":"net shrink)" + row + "\n" +
                           R"({"bench":"codec","by":"train --bits)" + row + "\n";
  write_file(file, rows);
  EXPECT_EQ(output_of(run_tabiya({"bench", "codec", "--rows", file, "--picture", picture, "--json"})), rows);
  EXPECT_TRUE(test::is_well_formed(read_file(picture)));
  EXPECT_THAT(read_file(picture), AllOf(HasSubstr("rounded by"), HasSubstr("other networks")));
  EXPECT_THAT(
      run_tabiya({"bench", "codec", "--rows", file}).out,
      HasSubstr("\n  300000   2.9       -     90     20     90  -7 (-9 to +2)          net shrink\n"));
  EXPECT_EQ(refused({"bench", "codec", "--rows", file, "--picture", picture}).exit_code, 2);
}

// Those of `audit --at`, which go without a measurement's name.
TEST(RowsOfTrials, AreDrawnAsPartsOfTheEnginesRegret) {
  const TemporaryFolder folder;
  const std::string file = folder.path("rows"), picture = folder.path("picture.svg");
  const auto row = [](const std::string& book, const std::string& at, const std::string& alone) {
    return R"({"book":"x/)" + book + R"(.tbk","at":")" + at + R"(.tbk","known":0.5,"regret_of_engine":)" +
           alone + R"(,"saved":50.0,"saved_low":20.0,"saved_high":80.0})" + "\n";
  };
  const std::string rows =
      row("narrow", "chess", "200") + row("wide", "chess", "100") + row("wide", "0.1", "100");
  write_file(file, rows);
  const ProgramRun drawn = run_tabiya({"bench", "--rows", file, "--picture", picture});
  EXPECT_EQ(drawn.exit_code, 0) << drawn.err;
  EXPECT_THAT(drawn.out, HasSubstr("has 50.0 %; 75.0 % (60.0 to 90.0 %) of the engine's regret are left\n"));
  EXPECT_TRUE(test::is_well_formed(read_file(picture)));
  EXPECT_THAT(read_file(picture),
              AllOf(HasSubstr(">narrow<"), HasSubstr(">wide<"), HasSubstr("at positions of 0.1")));
  EXPECT_EQ(run_tabiya({"bench", "--rows", file, "--json"}).out, rows);
  write_file(file, row("narrow", "chess", "0"));
  EXPECT_THAT(run_tabiya({"bench", "--rows", file}).err,
              HasSubstr(", line 1: the engine alone loses nothing"));
  write_file(file, "{}\n");
  EXPECT_THAT(run_tabiya({"bench", "--rows", file}).err,
              HasSubstr(", line 1: not a row of `audit --at --json`"));
}

TEST_F(ShrinkingCurve, SaysWhatCannotBe) {
  write_file(folder_.path("rows"), "{\"by\": \"net shrink\", \"bytes\": -3}\n");
  EXPECT_EQ(refused({"bench", "codec", "--rows", folder_.path("rows")}),
            unusable(folder_.path("rows") +
                     ", line 1: not a row of `bench codec --sizes --json`; leave it out, or measure again"));
  EXPECT_EQ(refused({"bench", "pairs", "--sizes", "1000"}),
            unusable("bench: --sizes, --networks and --rows are of `bench codec`"));
  EXPECT_THAT(run({"--sizes", "100"}).err, HasSubstr("with its first layer rounded to nothing takes "));
  EXPECT_THAT(run({"--networks", "shipped"}).err, HasSubstr("shipped: has 6360 features"));
}

}  // namespace tabiya::tools::shrinking_curve_command_test
