#include "core/eval/network_file.h"
#include "core/games/zero_point_one/features.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/wazirdrop.h"
#include "tests/core/eval/random_network.h"
#include "tests/core/games/zero_point_one/random_game.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::net_command_test {

using zero_point_one::Position;

constexpr std::uint32_t kFeatures = zero_point_one::kFeatures;

std::string file_of(const NamedNetwork& network) { return std::string(as_text(encode_network(network))); }

NamedNetwork sample(NetworkShape shape = {kFeatures, 32}) {
  return {"sample", "random numbers", test::lively_network(shape, 3)};
}

// As `eval --json` prints it.
std::string value_line(const std::string& value) {
  return "{\"eval\":" + value + ",\"view\":\"side to move\"}\n";
}

// Positions of a random game, a line each, and the values of the reference, a line each as above.
struct Sample {
  std::string positions;
  std::string values;
};

Sample sample_positions(const NetworkWeights& weights) {
  Sample sample;
  Random random(12);
  zero_point_one::play_random_game(random, [&](const Position& position, zero_point_one::Move) {
    using zero_point_one::Features;
    const auto mover = position.side_to_move();
    if (!position.has_wazir(mover) || !position.has_wazir(other(mover))) return;
    sample.positions += format_position(position) + "\n";
    sample.values += value_line(
        std::to_string(reference_evaluation(weights, list_features<Features>(position, index(mover)),
                                            list_features<Features>(position, index(other(mover))))));
  });
  return sample;
}

TEST(NetInfo, SaysThatBuiltInEvaluationsAreNoFiles) {
  EXPECT_EQ(
      refused({"net", "info", "linear"}),
      unusable("NETWORK: 'linear' is built into the program, and no file that could be inspected; `--net "
               "linear` evaluates by it"));
}

class NetCommand : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& content) {
    write_file(folder_.path(name), content);
    return folder_.path(name);
  }

  TemporaryFolder folder_;
};

TEST_F(NetCommand, InfoListsTheSettingsOfATraining) {
  NamedNetwork network = sample();
  network.provenance =
      R"(`tabiya train`: 9 positions; games: [{"nodes":100,"seeds":[1,22]},{"nodes":5,"depth":20}]; )"
      R"(training: {"data":"abc","epochs":3}; epoch 3)";
  EXPECT_THAT(run_tabiya({"net", "info", "-"}, file_of(network)).out,
              HasSubstr("\nprovenance   `tabiya train`: 9 positions\n"
                        "  games\n"
                        "    nodes            100     5\n"
                        "    seeds            [1,22]  -\n"
                        "    depth            -       20\n"
                        "  training\n"
                        "    data             abc\n"
                        "    epochs           3\n"
                        "  epoch 3\n"
                        "features     6360\n"));
}

TEST_F(NetCommand, InfoSaysWhatANetworkHolds) {
  const std::string out = run_tabiya({"net", "info", "-"}, file_of(sample())).out;
  EXPECT_THAT(out, StartsWith("name         sample\n"
                              "provenance   random numbers\n"
                              "features     6360\n"
                              "width        32\n"
                              "layers       32 x 2 -> 16 -> 32 -> 1\n"
                              "numbers      205169\n"
                              "fingerprint  "));
  EXPECT_THAT(run_tabiya({"net", "info", "-", "--json"}, file_of(sample())).out,
              StartsWith(R"({"name":"sample","provenance":"random numbers","features":6360,)"));
}

TEST_F(NetCommand, ImportAndExportAreInverse) {
  const std::string text = zero_point_one::export_wazirdrop_network(sample().weights);
  const std::string net = folder_.path("net.tbn");
  EXPECT_EQ(
      run_tabiya({"net", "import", "-", "--name", "sample", "--provenance", "random numbers", "--out", net},
                 text),
      prints(net + ": 205169 numbers, width 32\n"));
  EXPECT_EQ(read_file(net), file_of(sample()));
  EXPECT_EQ(run_tabiya({"net", "export", net, "--to", "wazirdrop", "--out", "-"}), prints(text));
}

TEST_F(NetCommand, ImportRefusesBadTextsAndWritesNothing) {
  const std::string net = folder_.path("net.tbn");
  const std::string text = zero_point_one::export_wazirdrop_network(sample().weights);
  for (const std::string& bad :
       {std::string(), text.substr(0, text.size() / 2), text + text, std::string("\n")}) {
    EXPECT_THAT(refusal_of(run_tabiya({"net", "import", "-", "--out", net}, bad)),
                StartsWith("tabiya: standard input"));
  }
  EXPECT_EQ(
      run_tabiya({"net", "import", "-", "--out", net}, file_of(sample())),
      unusable(
          "standard input: a network already, which `tabiya net info` reads: there is nothing to import"));
  EXPECT_TRUE(folder_.names().empty());
}

TEST_F(NetCommand, ImportRefusesGamesWithoutNetworks) {
  EXPECT_EQ(run_tabiya({"net", "import", "-", "--game", "pawn_race", "--out", folder_.path("net.tbn")}, "x"),
            unusable("pawn_race has no networks: `net import` cannot be used with it"));
}

TEST_F(NetCommand, EvalUsesTheNetwork) {
  const std::string net = write("net.tbn", file_of(sample()));
  const Sample expected = sample_positions(sample().weights);
  const std::string positions = write("positions", expected.positions);
  EXPECT_EQ(run_tabiya({"eval", "--json", "--net", net, "--positions", positions}), prints(expected.values));
}

TEST_F(NetCommand, EvalRefusesAnUnknownKernel) {
  const std::string net = write("net.tbn", file_of(sample()));
  EXPECT_EQ(
      run_in_shell("TABIYA_KERNEL=mmx \"$TABIYA\" eval 'W7/8/8/8/8/8/8/6Aw r - 2' --net " + net),
      unusable("TABIYA_KERNEL: unknown kernel \"mmx\"; there are scalar, sse41, avx2, avx512; without this "
               "variable, the fastest kernel is used"));
}

TEST_F(NetCommand, EvalRefusesWhatANetworkCannotSee) {
  const std::string net = write("net.tbn", file_of(sample()));
  EXPECT_EQ(refused({"eval", "--net", net, "W7/8/8/8/8/8/8/6A1 b - 3"}),
            unusable("POSITION: a side has no wazir on the board; the game is over"));
  EXPECT_EQ(run_tabiya({"eval", "--net", net, "--positions", "-"},
                       "W7/8/8/8/8/8/8/6Aw r - 2\nW7/8/8/8/8/8/8/6A1 b - 3\n"),
            unusable("standard input, line 2: a side has no wazir on the board; the game is over"));
}

TEST_F(NetCommand, NamesTheShippedNetworkByBothItsNames) {
  const ProgramRun shipped = run_tabiya({"net", "info", "shipped", "--json"});
  EXPECT_EQ(shipped.exit_code, 0) << shipped.err;
  EXPECT_EQ(run_tabiya({"net", "info", "shipped-net", "--json"}), shipped);
}

TEST_F(NetCommand, EvalRefusesBadNetworks) {
  const std::string good = file_of(sample());
  for (const std::string& bad : {good.substr(0, good.size() - 1), std::string("not a network"),
                                 file_of(sample({kFeatures + 1, 32}))}) {
    const std::string net = write("bad.tbn", bad);
    EXPECT_THAT(refusal_of(refused({"eval", "W7/8/8/8/8/8/8/6Aw r - 2", "--net", net})),
                StartsWith("tabiya: " + net));
  }
}

}  // namespace tabiya::tools::net_command_test
