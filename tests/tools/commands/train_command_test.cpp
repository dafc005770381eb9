#include "booksearch/work/file_lock.h"
#include "core/eval/compact_network.h"
#include "core/eval/network_file.h"
#include "tests/booksearch/learn/random_data.h"
#include "tests/tools/program_run.h"
#include "tools/assets/network_input.h"
#include "tools/cli/failure.h"
#include "tools/learn/learn_json.h"

namespace tabiya::tools::train_command_test {

class TrainTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!kHasTraining) GTEST_SKIP() << "this build has no libtorch";
    DataWriter writer = write_data(data_, {{"depth", 4}, {"seed", 1}}, false, false);
    std::uint64_t first = 0;
    for (const auto& game : random_games(30, 1)) take(writer.add({first++, 1, game}));
  }
  ProgramRun train(const std::string& out, std::vector<std::string> more) {
    return run_tabiya(joined({"train", data_, "--out", folder_.path(out), "--width", "32", "--batch", "256",
                              "--validation", "0.2"},
                             more));
  }

  static constexpr bool kHasTraining = TABIYA_HAS_TRAINING;
  TemporaryFolder folder_;
  std::string data_ = folder_.path("games.tbd");
};

TEST_F(TrainTest, MakesANetworkThatPlays) {
  EXPECT_THAT(output_of(train("a.tbn", {"--epochs", "3", "--curves", folder_.path("curves.svg")})),
              AllOf(HasSubstr("epoch   3  training 0."), HasSubstr("a.tbn: "), HasSubstr("in integers 0."),
                    HasSubstr("a constant has 0.")));
  EXPECT_THAT(folder_.names(), ElementsAre("a.tbn", "a.tbn.checkpoint", "curves.svg", "games.tbd"));
  const std::string position = "AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2";
  require(run_tabiya({"eval", position, "--net", folder_.path("a.tbn")}));
  const NamedNetwork network = load_named_network(folder_.path("a.tbn"));
  EXPECT_EQ(network.name, "a");
  EXPECT_THAT(network.provenance, AllOf(HasSubstr("of 30 games"), HasSubstr("\"seeds\":[1]")));
  EXPECT_EQ(network.weights.shape.width, 32u);
}

TEST_F(TrainTest, GoesOnToTheSameBytesOnAnyNumberOfThreads) {
  require(train("a.tbn", {"--epochs", "3", "--threads", "1"}));
  require(train("b.tbn", {"--epochs", "3", "--threads", "3", "--name", "a"}));
  EXPECT_EQ(read_file(folder_.path("a.tbn")), read_file(folder_.path("b.tbn")));
  const ProgramRun again = train("a.tbn", {"--epochs", "3", "--resume", "--force"});  // nothing is left to do
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_EQ(read_file(folder_.path("a.tbn")), read_file(folder_.path("b.tbn")));
}

TEST_F(TrainTest, SaysThatATrainingIsFinished) {
  const std::vector<std::string> options{"--epochs", "2", "--curves", folder_.path("curves.svg")};
  const auto resume = [&] {
    std::vector<std::string> all = options;
    all.push_back("--resume");
    return train("a.tbn", all);
  };
  require(train("a.tbn", options));
  const std::string network = read_file(folder_.path("a.tbn"));
  EXPECT_THAT(output_of(resume()), HasSubstr("a.tbn.checkpoint: the training is finished, after 2 epochs\n"));
  EXPECT_EQ(read_file(folder_.path("a.tbn")), network);
  write_file(folder_.path("a.tbn"), "another network");
  EXPECT_THAT(resume().err, HasSubstr("a.tbn: already exists; add --force"));
  EXPECT_EQ(read_file(folder_.path("a.tbn")), "another network");
}

TEST_F(TrainTest, LeavesACheckpointAloneThatAnotherRunWrites) {
  const FileLock lock = take(FileLock::acquire(folder_.path("a.tbn.checkpoint-lock"), {"checkpoint"}));
  EXPECT_THAT(refusal_of(train("a.tbn", {"--epochs", "1"})),
              HasSubstr("a.tbn.checkpoint: being written by process "));
  EXPECT_THAT(folder_.names(), ElementsAre("a.tbn.checkpoint-lock", "games.tbd"));
}

TEST_F(TrainTest, RefusesCheckpointsOfOthers) {
  require(train("a.tbn", {"--epochs", "1"}));
  std::filesystem::remove(folder_.path("a.tbn"));
  EXPECT_THAT(train("a.tbn", {"--epochs", "1"}).err, HasSubstr("continue it with --resume"));
  EXPECT_THAT(refusal_of(train("a.tbn", {"--epochs", "2", "--resume"})),
              HasSubstr("epochs is 1 there, and 2 here"));
  write_file(folder_.path("a.tbn.checkpoint"), "rubbish");
  EXPECT_THAT(refusal_of(train("a.tbn", {"--epochs", "1", "--resume"})),
              AllOf(HasSubstr("a.tbn.checkpoint"), HasSubstr("--force")));
  require(train("a.tbn", {"--epochs", "1", "--force"}));
}

TEST_F(TrainTest, WritesNoNetworkThatHasLearnedNothing) {
  EXPECT_THAT(train("a.tbn", {"--epochs", "2", "--rate", "1"}).err,
              AllOf(HasSubstr("a.tbn: nothing was learned: the loss is "),
                    HasSubstr("start over with a lower --rate")));
  EXPECT_EQ(train("a.tbn", {"--epochs", "2", "--rate", "1", "--resume"}).exit_code, 2);
  EXPECT_THAT(folder_.names(), Not(Contains("a.tbn")));
}

TEST_F(TrainTest, BeginsWithANetwork) {
  require(train("a.tbn", {"--epochs", "3"}));
  EXPECT_THAT(output_of(train("b.tbn", {"--epochs", "1", "--rate", "0.000001", "--init",
                                        folder_.path("a.tbn"), "--json"})),
              AllOf(HasSubstr("{\"epoch\":1,"), HasSubstr("\"integer_loss\":")));
  const ProgramRun wide = train("c.tbn", {"--width", "64", "--init", folder_.path("a.tbn")});
  EXPECT_EQ(wide.exit_code, 2);
}

// Networks of a small board have few weights, which are coded in little time.
class TrainFewBitsTest : public TrainTest {
 protected:
  void SetUp() override {
    if (!kHasTraining) GTEST_SKIP() << "this build has no libtorch";
    const std::string rules = folder_.path("little.ini");
    write_file(rules,
               "[little]\nmaxRank = 5\nmaxFile = 4\npawn = p\nking = k\npromotionPieceTypes = c\n"
               "customPiece1 = c:F\ndoubleStep = false\ncastling = false\n"
               "startFen = ckcc/pppp/4/PPPP/CKCC w - - 0 1\n");
    data_ = folder_.path("little.tbd");
    require(run_tabiya({"selfplay", "--game", rules, "--net", "material", "--games", "64", "--nodes", "20",
                        "--out", data_}));
  }
  NamedNetwork trained(const std::string& out, std::vector<std::string> more) {
    more.insert(more.end(), {"--name", "few"});
    require(train(out, more));
    return load_named_network(folder_.path(out));
  }
  // Bits of a weight, when it is packed.
  static double bits(const NamedNetwork& network) {
    return 8 * static_cast<double>(encode_compact_network({"", "", network.weights}).size()) /
           static_cast<double>(number_count(network.weights.shape));
  }
};

TEST_F(TrainFewBitsTest, GoesOnFromANetwork) {
  const NamedNetwork whole = trained("a.tbn", {"--epochs", "2"});
  const auto with_bits = [&](const std::string& out, const std::string& asked, const std::string& threads) {
    return trained(out,
                   {"--epochs", "2", "--init", folder_.path("a.tbn"), "--bits", asked, "--threads", threads});
  };
  const NamedNetwork more = with_bits("b.tbn", "1.2", "1"), few = with_bits("c.tbn", "0.6", "3");
  EXPECT_EQ(with_bits("d.tbn", "0.6", "1"), few);
  EXPECT_GT(bits(whole), 1.5);
  EXPECT_NEAR(bits(more), 1.2, 0.15);
  EXPECT_NEAR(bits(few), 0.6, 0.15);
  EXPECT_GT(std::ranges::count_if(few.weights.transformer, [](int weight) { return weight != 0; }), 1'000);
}

TEST_F(TrainFewBitsTest, BeginsWithNothing) {
  const NamedNetwork few = trained("a.tbn", {"--epochs", "1", "--bits", "0.8", "--threads", "1"});
  EXPECT_EQ(trained("b.tbn", {"--epochs", "1", "--bits", "0.8", "--threads", "3"}), few);
  EXPECT_LE(bits(few), 0.8);
  EXPECT_GT(bits(few), 0.65);
  EXPECT_GT(std::ranges::count_if(few.weights.transformer, [](int weight) { return weight != 0; }), 1'000);
}

TEST_F(TrainFewBitsTest, NamesTheFewest) {
  const std::string rules = folder_.path("narrow.ini");
  write_file(
      rules,
      "[narrow]\nmaxRank = 5\nmaxFile = 2\npawn = p\nking = k\npromotionPieceTypes = f\n"
      "customPiece1 = f:F\ndoubleStep = false\ncastling = false\nstartFen = kf/pp/2/PP/KF w - - 0 1\n");
  data_ = folder_.path("narrow.tbd");
  require(run_tabiya(
      {"selfplay", "--game", rules, "--net", "material", "--games", "64", "--nodes", "20", "--out", data_}));
  EXPECT_THAT(refusal_of(train("a.tbn", {"--bits", "0.5"})),
              MatchesRegex("tabiya: --bits 0.5: a weight takes 0.[0-9]+ bits at least, with the first layer "
                           "rounded to nothing\n"));
  EXPECT_FALSE(std::filesystem::exists(folder_.path("a.tbn")));
}

TEST_F(TrainTest, RefusesBadData) {
  std::string content = read_file(data_);
  content[content.size() / 2] ^= 1;
  write_file(data_, content);
  EXPECT_THAT(refusal_of(train("a.tbn", {})), HasSubstr("chunk"));
  EXPECT_THAT(folder_.names(), ElementsAre("games.tbd"));
}

// From nothing but the material to a linear model of the game that the files name; no libtorch is needed.
TEST(TrainCommand, MakesLinearModelsOfAnyGameThatAreUsedLikeNetworks) {
  const TemporaryFolder folder;
  const std::string games = folder.path("games.tbd");
  require(run_tabiya({"selfplay", "--game", "ard_ri", "--net", "material", "--games", "64", "--nodes", "50",
                      "--out", games}));
  const std::string more = output_of(run_tabiya(
      {"selfplay", "--net", "material", "--games", "96", "--nodes", "50", "--out", games, "--resume"}));
  // the file names the game
  EXPECT_THAT(more, HasSubstr(": 96 games"));
  for (const std::string model : {"linear", "royal"}) {
    const std::string out = folder.path(model + ".tbn");
    EXPECT_THAT(output_of(run_tabiya({"train", games, "--model", model, "--epochs", "4", "--batch", "128",
                                      "--validation", "0.3", "--out", out})),
                AllOf(HasSubstr("epoch   4  training 0."), HasSubstr("in integers 0.")));
    const ProgramRun value = run_tabiya({"eval", "startpos", "--game", "ard_ri", "--net", out, "--json"});
    EXPECT_THAT(value.out, StartsWith("{\"eval\":")) << value.err;
    require(run_tabiya({"data", "info", games, "--net", out}));
    const ProgramRun other_game =
        run_tabiya({"eval", "AWAAAAAA/DFFDDDAN/8/8/8/8/addadffd/naaaaawa r - 2", "--net", out});
    EXPECT_EQ(other_game,
              unusable(out + ": is a linear model of ard_ri, not of zero_point_one; name another, "
                             "or the game with --game"));
    EXPECT_THAT(run_tabiya({"net", "info", out}).out, HasSubstr("game         ard_ri\nfeatures     2940\n"));
    require(run_tabiya({"train", games, "--model", model, "--epochs", "1", "--init", out, "--validation",
                        "0.3", "--out", folder.path("next.tbn"), "--force"}));
  }
  EXPECT_THAT(refusal_of(refused(
                  {"train", games, "--model", "linear", "--init", "linear", "--out", folder.path("x.tbn")})),
              HasSubstr("--init linear: --model linear begins with `material` or a linear model"));
}

TEST(TrainCommand, SaysWhenTheBuildCannotTrain) {
  if (TABIYA_HAS_TRAINING) GTEST_SKIP() << "this build has libtorch";
  const TemporaryFolder folder;
  EXPECT_THAT(refusal_of(refused({"train", "games.tbd", "--out", folder.path("a.tbn")})),
              AllOf(HasSubstr("this build cannot train"), HasSubstr("./quickstart training")));
}

TEST(TrainCommand, RefusesBadOptions) {
  for (const std::string option :
       {"--width=100", "--rate=0", "--rate=nan", "--mix=1.1", "--mix=-0.1", "--validation=1", "--batch=0",
        "--epochs=0", "--bits=0.1", "--device=abacus"})
    EXPECT_EQ(refused({"train", "games.tbd", "--out", "a.tbn", option}).exit_code, 2) << option;
}

}  // namespace tabiya::tools::train_command_test
