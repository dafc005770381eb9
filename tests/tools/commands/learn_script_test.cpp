// data/nets/learn.sh, which plays, trains and tries networks by itself: on a tiny game, with tiny numbers.
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::learn_script_test {

namespace fs = std::filesystem;

// Chess of six by six squares in which either side places its king and three others: 180 setups.
constexpr const char* kRules = R"([courtyard]
maxRank = 6
maxFile = 6
pawn = p
king = k
rook = r
customPiece1 = c:FD
startFen = 6/6/pppppp/PPPPPP/6/6 w - - 0 1
castling = false
doubleStep = false
promotionRegionWhite = *6
promotionRegionBlack = *1
promotionPieceTypes = r
stalemateValue = loss
setupPieces = krcc
setupRegion = *1
setupMirror = k
)";

class LearnScript : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!TABIYA_HAS_TRAINING) GTEST_SKIP() << "this build has no libtorch";
    write_file(folder_.path("my.ini"), kRules);
  }

  // For a shell in which "$TABIYA" is the program. Nearly every candidate is kept.
  std::string command(const std::string& more) const {
    return "cd " + folder_.path() + "; exec bash " + test::source_path("data/nets/learn.sh") +
           " learned --game my.ini --width 32 --nodes 20 --match-nodes 20 --match-games 20 "
           "--positions 1500 --minutes 0.01 --sprt '-900 -700' --nice 0 --threads 2 " +
           more;
  }
  ProgramRun learn(const std::string& more) const { return run_in_shell(command(more)); }

  // Begins to learn, waits for a condition of the shell on what is in its folder, and does with it as `then` says.
  ProgramRun learn_until(const std::string& condition, const std::string& then) const {
    return run_in_shell("(" + command("") + ") & learner=$!; cd " + folder_.path() + "; n=0; until { " +
                        condition + "; } 2>/dev/null || [ $n = 3000 ]; do sleep 0.02; n=$((n + 1)); done; " +
                        then);
  }

  std::string learned(const std::string& name) const { return folder_.path("learned/" + name); }
  std::vector<std::vector<std::string>> rows(const std::string& name) const {
    std::vector<std::vector<std::string>> rows;
    std::istringstream text(read_file(learned(name)));
    for (std::string line; std::getline(text, line);) {
      std::istringstream columns(line);
      rows.emplace_back();
      for (std::string column; std::getline(columns, column, '\t');) rows.back().push_back(column);
    }
    return rows;
  }
  std::vector<std::string> column(const std::string& name, std::size_t number) const {
    std::vector<std::string> cells;
    for (const auto& row : rows(name)) cells.push_back(row.at(number));
    return cells;
  }
  std::vector<std::string> names_in(const std::string& name) const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(learned(name))) names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }

  TemporaryFolder folder_;
};

const ProgramRun kStopped{0, "learn.sh: stopped; the same command goes on\n", ""};

TEST_F(LearnScript, GoesOnAfterItWasKilled) {
  // While it plays, while it trains, and while it tries what it has trained.
  for (const char* moment : {"[ -s learned/games/next ]", "[ -e learned/candidate/files ]",
                             "[ -e learned/candidate/match.jsonl ]", "[ -s learned/tried.tsv ]"}) {
    learn_until(moment, "kill -KILL $learner; wait $learner");
  }
  const std::vector<std::string> before = column("played.tsv", 1);
  const ProgramRun run = learn("--tries 2");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_THAT(run.err, IsEmpty());

  // Each candidate has a row, and follows on the one before.
  const std::size_t tried = rows("tried.tsv").size();
  ASSERT_GE(tried, 2u);
  for (std::size_t i = 0; i < tried; ++i) EXPECT_EQ(column("tried.tsv", 1)[i], std::to_string(i + 1));
  EXPECT_THAT(column("tried.tsv", 9)[0], HasSubstr("--model linear"));
  // Files of games have different numbers, and what was played before is not played again.
  std::vector<std::string> numbers = column("played.tsv", 1);
  ASSERT_GE(numbers.size(), before.size());
  EXPECT_EQ(std::vector(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(before.size())),
            before);
  std::ranges::sort(numbers);
  EXPECT_THAT(std::ranges::unique(numbers), IsEmpty());
  EXPECT_FALSE(fs::exists(learned("candidate")));

  // What was kept last is what a user takes, and its setups are filtered by it or its forerunner.
  const std::vector<std::string> networks = names_in("networks");
  ASSERT_THAT(networks, Not(IsEmpty()));
  EXPECT_EQ(read_file(learned("network.tbn")), read_file(learned("networks/" + networks.back())));
  require(run_tabiya({"net", "info", learned("network.tbn")}));
  EXPECT_THAT(names_in("setups"), Not(IsEmpty()));
  EXPECT_THAT(read_file(learned("log.md")), AllOf(HasSubstr("| hour (UTC) |"), HasSubstr(", kept")));
}

TEST_F(LearnScript, EndsWithASignalAndLetsNoOtherIn) {
  const ProgramRun run =
      learn_until("[ -s learned/games/next ]", "(" + command("--tries 1") +
                                                   "); echo second $?; kill -TERM $learner; "
                                                   "wait $learner; echo first $?");
  EXPECT_EQ(run.out, "second 2\n" + kStopped.out + "first 0\n");
  EXPECT_EQ(
      run.err,
      "learn.sh: learned: another learner is at work there; wait for its end, or choose another folder\n");
  EXPECT_EQ(learn("--hours 0.000001"), kStopped);
}

TEST_F(LearnScript, RemovesTheOldestGames) {
  ASSERT_EQ(learn("--tries 2"), kStopped);
  const std::vector<std::string> before = names_in("games");
  ASSERT_GE(before.size(), 2u);
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder_.path("learned")))
    size += entry.is_regular_file() ? entry.file_size() : 0;
  // Less than that, but for the sizes of folders, and more than what is not games.
  ASSERT_EQ(learn("--tries 1 --size " + std::to_string(static_cast<double>(size) / 1e9)), kStopped);
  const std::vector<std::string> after = names_in("games");
  EXPECT_THAT(after, Not(Contains(before.front())));
  EXPECT_THAT(after, Not(IsEmpty()));
}

TEST_F(LearnScript, RefusesWhatItCannotUse) {
  const auto words_of = [&](const std::string& arguments) {
    const ProgramRun run = run_in_shell("cd " + folder_.path() + "; exec bash " +
                                        test::source_path("data/nets/learn.sh") + " " + arguments);
    EXPECT_EQ(run.exit_code, 2) << arguments;
    EXPECT_EQ(run.out, "") << arguments;
    EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
    EXPECT_FALSE(fs::exists(folder_.path("new"))) << arguments;
    return run.err;
  };
  EXPECT_EQ(words_of(""), "learn.sh: name the FOLDER that holds what is learned; see --help\n");
  EXPECT_EQ(words_of("new --game"), "learn.sh: --game: a value is missing; see --help\n");
  EXPECT_EQ(words_of("new --gmae x"), "learn.sh: unknown option --gmae; see --help\n");
  EXPECT_EQ(words_of("new old"), "learn.sh: two folders, new and old; name one\n");
  EXPECT_EQ(words_of("new --hours never"), "learn.sh: --hours: 'never' is not a positive number\n");
  EXPECT_EQ(words_of("new --positions 0"), "learn.sh: --positions: '0' is not a whole number from 1 on\n");
  EXPECT_THAT(words_of("new --sprt '10 0'"), HasSubstr("not two whole numbers in their order"));
  EXPECT_THAT(words_of("new --width 33"), HasSubstr("--width"));
  EXPECT_THAT(words_of("new --game draughts"), HasSubstr("draughts"));
  EXPECT_THAT(words_of("new --game other.ini"), HasSubstr("other.ini"));
  EXPECT_THAT(words_of("new --game pawn_race"), HasSubstr("pawn_race"));
  EXPECT_EQ(words_of("new --init absent.tbn"), "learn.sh: --init: absent.tbn: cannot be read\n");
  EXPECT_THAT(words_of("new --init my.ini"), HasSubstr("my.ini"));
  EXPECT_THAT(words_of("new --game ard_ri --init " + test::source_path("data/nets/default.tbp")),
              HasSubstr("default.tbp"));
  EXPECT_THAT(words_of("my.ini/new"), HasSubstr("my.ini/new: cannot be made"));
}

// It says nothing of a width, so that --width does. The network that follows begins at random.
TEST_F(LearnScript, BeginsWithALinearModel) {
  require(run_in_shell(
      "cd " + folder_.path() +
      "; \"$TABIYA\" selfplay --game my.ini --games 128 --nodes 5 --out a.tbd && "
      "\"$TABIYA\" train a.tbd --model linear --epochs 1 --validation 0.3 --out linear.tbn; rm a.tbd*"));
  ASSERT_EQ(learn("--tries 1 --init linear.tbn"), kStopped);
  EXPECT_EQ(read_file(learned("settings")), "game=my.ini\nwidth=32\n");
  EXPECT_EQ(read_file(learned("networks/0.tbn")), read_file(folder_.path("linear.tbn")));
  EXPECT_THAT(column("tried.tsv", 9), ElementsAre(HasSubstr("--width 32 --epochs 8")));
}

TEST_F(LearnScript, KeepsToTheGameThatItBeganWith) {
  ASSERT_EQ(learn("--hours 0.000001"), kStopped);
  const auto words_of = [&](const std::string& arguments) {
    return refusal_of(run_in_shell("cd " + folder_.path() + "; exec bash " +
                                   test::source_path("data/nets/learn.sh") + " learned --hours 0.000001 " +
                                   arguments));
  };
  EXPECT_EQ(words_of("--game ard_ri"),
            "learn.sh: learned: is of the game my.ini, not of ard_ri; choose another folder\n");
  EXPECT_THAT(words_of("--width 64"), HasSubstr("the width of its networks is 32"));
  EXPECT_THAT(words_of("--init " + test::source_path("data/nets/default.tbp")),
              HasSubstr("was not started with --init"));
  write_file(folder_.path("my.ini"), std::string(kRules) + "stalemateValue = draw\n");
  EXPECT_THAT(words_of("--game my.ini"), HasSubstr("was started with other rules"));
  EXPECT_EQ(run_in_shell("cd " + folder_.path() + "; rm my.ini; exec bash " +
                         test::source_path("data/nets/learn.sh") + " learned --hours 0.000001"),
            kStopped);
}

}  // namespace tabiya::tools::learn_script_test
