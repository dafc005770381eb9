// `net shrink`, and `pack` of a network under a limit.
#include "core/eval/network_file.h"
#include "core/games/games.h"
#include "tests/core/eval/random_network.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::net_shrink_command_test {

class NetShrink : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::uint32_t features = find_game("ard_ri")->facts().network_features;
    const auto bytes = encode_network({"sample", "random numbers", test::lively_network({features, 32}, 3)});
    write_file(network_, std::string(as_text(bytes)));
  }
  std::string path(const std::string& name) const { return folder_.path(name); }
  ProgramRun shrink(std::vector<std::string> more) {
    return run_tabiya(joined({"net", "shrink", network_}, more));
  }

  // Few positions, so that one has to wait less than for those that the network plays itself.
  std::string positions() {
    const std::string file = path("a.tbd");
    require(run_tabiya(
        {"selfplay", "--game", "ard_ri", "--games", "128", "--nodes", "20", "--force", "--out", file}));
    return file;
  }

  const TemporaryFolder folder_;
  const std::string network_ = path("net.tbn");
};

TEST_F(NetShrink, MakesTheNetworkFit) {
  require(run_tabiya({"pack", network_, "--to", "raw", "--out", path("whole")}));
  const std::size_t most = read_file(path("whole")).size() * 2 / 3;
  const std::string limit = std::to_string(most);
  const std::string run =
      output_of(shrink({"--max-bytes", limit, "--positions", positions(), "--out", path("small.tbp")}));
  EXPECT_THAT(
      run,
      MatchesRegex(
          ".*small.tbp: [0-9]+ bytes\n[0-9.]+ bits a weight; over [0-9]+ positions, evaluations are off by "
          "[0-9.]+ logit .root mean square., [-+][0-9.]+ on average, with a correlation of 0.9[0-9]+\n"));
  const std::string small = read_file(path("small.tbp"));
  EXPECT_LE(small.size(), most);
  EXPECT_GT(small.size(), most * 9 / 10);
  require(run_tabiya({"eval", "startpos", "--game", "ard_ri", "--net", path("small.tbp")}));
  require(shrink({"--max-bytes", limit, "--positions", path("a.tbd"), "--out", path("again.tbp")}));
  EXPECT_EQ(read_file(path("again.tbp")), small);
  const std::string packed =
      output_of(run_tabiya({"pack", network_, "--to", "raw", "--max-bytes", limit, "--positions",
                            path("a.tbd"), "--json", "--out", path("packed.tbp")}));
  EXPECT_EQ(read_file(path("packed.tbp")), small);
  EXPECT_GT(parsed(packed)["shrunk"]["correlation"].get<double>(), 0.9);
}

TEST_F(NetShrink, PlaysItsPositionsItself) {
  require(shrink({"--max-bytes", "9000", "--to", "dense", "--out", path("b.txt")}));
  EXPECT_LE(read_file(path("b.txt")).size(), 9'000u);
  require(run_tabiya({"selfplay", "--games", "128", "--nodes", "20", "--out", path("other.tbd")}));
  EXPECT_THAT(shrink({"--max-bytes", "9000", "--positions", path("other.tbd"), "--out", path("c")}).err,
              HasSubstr("positions of zero_point_one, and the network is of ard_ri"));
}

TEST_F(NetShrink, SaysWhatCannotBe) {
  EXPECT_THAT(
      shrink({"--max-bytes", "100", "--positions", positions(), "--out", path("a")}).err,
      MatchesRegex("tabiya: .*net.tbn: with its first layer rounded to nothing takes [0-9]+ bytes, more than "
                   "--max-bytes 100; raise the limit\n"));
  EXPECT_THAT(
      refused({"pack", network_, "--to", "utf16", "--max-chars", "100", "--positions", path("a.tbd"), "--out",
               path("a")})
          .err,
      MatchesRegex("tabiya: .*net.tbn: with its first layer rounded to nothing takes [0-9]+ units of UTF-16, "
                   "more than --max-chars 100; raise the limit\n"));
  write_file(path("none.tbd"), "");
  EXPECT_EQ(
      shrink({"--max-bytes", "9000", "--positions", path("none.tbd"), "--out", path("a")}),
      unusable(path("none.tbd") + ": not a file of training data, as `selfplay` writes it: it is empty"));
  std::filesystem::remove(path("none.tbd"));
  EXPECT_THAT(
      shrink({"--max-bytes", "9000", "--positions", path("a.tbd"), "--game", "chess", "--out", path("a")})
          .err,
      HasSubstr("networks of chess have 22528"));
  EXPECT_THAT(
      shrink({"--max-bytes", "9000", "--game", "zero_point_one", "--out", path("a")}).err,
      AllOf(HasSubstr("networks of zero_point_one have 6360"), HasSubstr("name the game that it is of")));
  EXPECT_EQ(
      refused({"pack", network_, "--positions", "x.tbd", "--out", path("a")}),
      unusable("--positions: only a network under --max-bytes or --max-chars needs positions; leave it out"));
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"a.tbd", "net.tbn"}));
}

}  // namespace tabiya::tools::net_shrink_command_test
