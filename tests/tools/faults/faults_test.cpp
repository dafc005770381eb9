// Each of many allocations, and every start of a thread, fails once in a small run of a command: nothing aborts, hangs,
// or leaves half a file.
#include "tests/tools/faults/faults.h"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <optional>
#include <regex>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"
#include "tools/cli/command.h"
#include "tools/cli/program.h"

namespace tabiya::tools::faults_test {

namespace fs = std::filesystem;
using test::Fault;
using ::testing::Eq;

constexpr std::uint64_t kTrials = 10;    // of allocations, for each command that computes or writes
constexpr std::uint64_t kFewTrials = 3;  // for those that only print
constexpr unsigned kPatience = 60;       // seconds
constexpr const char* kLong = "60000";   // milliseconds: no player runs out of time, however slowly it starts

// What a file says, apart from what differs from run to run.
using Facts = std::string (*)(const std::string& content);

std::string all_of_it(const std::string& content) { return content; }

// The games of a match in their order, without the time that they took.
std::string games_alone(const std::string& content) {
  static const std::regex kTimes(R"re("\w+_ms":\d+,|"crc":"\w+")re");
  std::istringstream lines(std::regex_replace(content, kTimes, ""));
  std::vector<std::string> games;
  for (std::string line; std::getline(lines, line);) games.push_back(line + '\n');
  std::ranges::sort(games);
  return fmt::format("{}", fmt::join(games, ""));
}

// Of a file in PGN: its moves, without values and times.
std::string whole_games(const std::string& content) {
  static const std::regex kComments(R"(\{[^}]*\})"), kBlanks(R"(\s+)");
  return std::regex_replace(std::regex_replace(content, kComments, ""), kBlanks, " ");
}

// A command that writes `output` into the current folder; empty: it only prints. What an interrupted run has left is
// continued with `resume`.
struct Work {
  std::vector<std::string> line;
  std::string output;
  std::vector<std::string> resume{};
  Facts facts = all_of_it;
  std::string input = "/dev/null";  // the file that is standard input
};

// What makes networks of games.
std::vector<Work> learning_works() {
  return {
      {{"selfplay", "--games", "64", "--nodes", "5", "--net", "linear", "--threads", "4", "--out", "out"},
       "out",
       {"--resume"}},
      {{"train", "games", "--model", "linear", "--epochs", "1", "--threads", "4", "--out", "out"},
       "out",
       {"--resume"}},
      {{"data", "rescore", "games", "--nodes", "5", "--net", "linear", "--threads", "4", "--out", "out"},
       "out",
       {"--resume"}},
      {{"data", "export", "games", "--to", "epd", "--out", "out"}, "out"},
      {{"data", "import", "games.epd", "--from", "epd", "--out", "out"}, "out"},
      {{"net", "export", "shipped", "--out", "out"}, "out"},
      {{"net", "import", "net.txt", "--out", "out"}, "out"},
      {{"net", "shrink", "shipped", "--max-bytes", "600000", "--positions", "games", "--out", "out"}, "out"},
  };
}

std::vector<Work> works() {
  // A process of its own: here, the program is the test.
  const std::string player = own_path() + " play --game pawn_race --nodes 5 --table 1";
  return {
      {{"pack", "book", "--to", "dense", "--out", "out"}, "out"},
      {{"book", "export", "book", "--to", "csv", "--out", "out"}, "out"},
      {{"build", "race.toml", "--out", ".", "--threads", "4"}, "race.tbk", {"--resume"}},
      {{"openings", "openings.toml", "--out", "out", "--threads", "4"}, "out", {"--resume"}},
      {{"solve", "8/p1p5/8/1P6/8/8/P1P5/8 w - - 0 1", "--game", "pawn_race", "--memory", "1", "--out", "out"},
       "out"},
      {{"solve", "--all", "--game", "pawn_race", "--memory", "1", "--nodes", "20", "--threads", "4",
        "--state", "state", "--out", "out"},
       "out"},
      {{"show", "--game", "chess", "startpos", "--svg", "--out", "out"}, "out"},
      {{"filter", "--replies", "setups", "--keep", "8", "--game", "pawn_race", "--threads", "4", "--out",
        "out"},
       "out"},
      {{"audit", "book", "--sample", "4", "--replies", "0", "--threads", "4", "--out", "out"},
       "out",
       {"--resume"}},
      {{"analyse", "startpos", "--game", "chess", "--nodes", "500", "--threads", "4", "--table", "1"}, ""},
      {{"match", player, player, "--game", "pawn_race", "--games", "4", "--openings", "random",
        "--concurrency", "4", "--game-time", kLong, "--out", "out"},
       "out",
       {"--resume"},
       games_alone},
      {{"openings", "select", "engine.toml", "--out", "out", "--threads", "4"}, "out", {"--resume"}},
      {{"openings", "check", "starts.epd", "--prove", "50", "--threads", "4", "--fix", "--out", "out"},
       "out"},
      {{"lines", "lines.toml", "--out", "out", "--threads", "4"}, "out", {"--resume"}},
      {{"explore", "book", "--export", "page"}, "page/data/session.js"},
      {{"match", "uci:" + own_path() + " uci nodes=5 option.Hash=1",
        own_path() + " play --game chess --nodes 5 --table 1", "--game", "chess", "--games", "2",
        "--concurrency", "2", "--game-time", kLong, "--out", "log", "--pgn", "out"},
       "out",
       {"--resume"},
       whole_games},
      {{"search", "a", "--replies", "setups", "--depth", "2", "--game", "pawn_race", "--threads", "4"}, ""},
      {{"tune", "futility_margin:200:6000:400", "--engine", player, "--iterations", "2", "--game",
        "pawn_race", "--out", "out"},
       "out",
       {"--resume"},
       games_alone},
      {{"book", "from-games", "games.pgn", "--min-games", "1", "--min-wins", "0", "--weight", "games",
        "--out", "out"},
       "out"},
      {{"book", "merge", "a.bin", "b.bin", "--out", "out"}, "out"},
      {{"book", "import", "a.epd", "--from", "epd", "--out", "out"}, "out"},
      {{"unpack", "packed", "--out", "out"}, "out"},
      {{"submit", "--net", test::source_path("data/nets/mini.tbp"), "--book", "none", "--out", "out"}, "out"},
  };
}

// Commands that only print.
std::vector<Work> printing_works() {
  std::vector<Work> works{
      {{"uci"}, ""},
      {{"play", "--game", "chess", "--nodes", "5", "--table", "1"}, ""},
      {{"play", "--human", "--game", "ard_ri", "--nodes", "5"}, ""},
  };
  works[0].input = "uci.txt";
  works[1].input = "referee.txt";
  works[2].input = "person.txt";
  const std::vector<std::vector<std::string>> lines{
      {"setups", "count"},
      {"setups", "list", "--game", "pawn_race"},
      {"setups", "show", "AWAAAAAADFFDDDAN"},
      {"setups", "rank", "AWAAAAAADFFDDDAN"},
      {"setups", "unrank", "7"},
      {"setups", "mirror", "AWAAAAAADFFDDDAN"},
      {"setups", "sample", "5"},
      {"book", "info", "book"},
      {"book", "list", "book"},
      {"book", "list", "a.bin"},
      {"book", "show", "book"},
      {"book", "probe", "book", "a"},
      {"book", "stats", "a.bin"},
      {"book", "diff", "a.bin", "b.bin"},
      {"openings", "check", "a.bin"},
      {"openings", "results", "games.pgn", "--plies", "1"},
      {"verify", "book"},
      {"verify", "a.bin"},
      {"verify", "games"},
      {"net", "info", "shipped"},
      {"moves", "startpos", "--game", "chess"},
      {"perft", "startpos", "3", "--game", "chess", "--threads", "4"},
      {"eval", "startpos", "--game", "chess"},
      {"data", "info", "games"},
      {"bench"},
      {"completion", "bash"},
      {"man", "book"},
  };
  for (const auto& line : lines) works.push_back({line, ""});
  return works;
}

std::vector<Work> all_works() {
  std::vector<Work> all = works();
  for (const auto more : {learning_works, printing_works})
    for (Work& work : more()) all.push_back(std::move(work));
  return all;
}

// Runs a command in a process of its own, in that folder and with that input, with `before` right before it and `after`
// after it. Returns its exit code, or 128 + the signal that ended it.
int status_of(
    const fs::path& folder, const std::string& input, std::vector<std::string> line,
    const std::function<void()>& before = [] {}, const std::function<void()>& after = [] {}) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(kPatience);
    const int nothing = ::open("/dev/null", O_WRONLY);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    fs::current_path(folder);
    ::dup2(::open(input.c_str(), O_RDONLY), STDIN_FILENO);
    line.insert(line.begin(), "tabiya");
    std::vector<char*> words;
    for (std::string& word : line) words.push_back(word.data());
    before();
    const int code = run_program(static_cast<int>(words.size()), words.data());
    after();
    ::_exit(code);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

class FaultsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    write_file(
        inputs_.path("race.toml"),
        "game = \"pawn_race\"\ntable_mib = 1\n[filter]\npool = 8\nkeep = 4\n[[stage]]\ndepth = 2\nkeep = 4\n");
    write_file(
        inputs_.path("openings.toml"),
        "game = \"chess\"\npairs = \"sample 10\"\n[window]\nscore = [-900000, 900000]\n[[stage]]\nnodes = 50\n");
    write_file(inputs_.path("lines.toml"), "game = \"chess\"\n[lines]\nnodes = 50\npositions = 20\n");
    write_file(inputs_.path("engine.toml"),
               fmt::format("game = \"chess\"\npairs = \"sample 10\"\n[oracle]\nengine = \"{}\"\n"
                           "[window]\nscore = [0, 100]\n[[stage]]\nnodes = 50\n",
                           test::fake_engine()));
    write_file(inputs_.path("starts.epd"),
               "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"a\";\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3\n"
               "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -\n");
    write_file(inputs_.path("games.pgn"), "1. e4 e5 2. Nf3 Nc6 1-0\n\n1. e4 c5 0-1\n\n1. d4 d5 1/2-1/2\n");
    write_file(
        inputs_.path("uci.txt"),
        "uci\nsetoption name Hash value 1\nsetoption name Threads value 4\nsetoption name OwnBook value "
        "true\nsetoption name BookFile value a.bin\nposition startpos moves a2a3\ngo nodes 300\nd\neval\nquit\n");
    write_file(inputs_.path("referee.txt"), "Start\nblack=RNBQKBNR\ne7e5\nQuit\n");
    write_file(inputs_.path("person.txt"), "help\nKd5\nc3c2\nquit\n");
    require(run_in_shell("cd " + inputs_.path("") +
                         " && \"$TABIYA\" build race.toml --out made && mv made/race.tbk book"
                         " && \"$TABIYA\" selfplay --games 64 --nodes 5 --net linear --out games"
                         " && \"$TABIYA\" data export games --to epd --out games.epd"
                         " && \"$TABIYA\" setups list --game pawn_race >setups"
                         " && from_games=\"book from-games games.pgn --min-games 1 --weight games\""
                         " && \"$TABIYA\" $from_games --min-wins 0 --out a.bin"
                         " && \"$TABIYA\" $from_games --min-wins 1 --out b.bin"
                         " && \"$TABIYA\" book export a.bin --to epd --out a.epd"
                         " && \"$TABIYA\" net export shipped --out net.txt"
                         " && \"$TABIYA\" pack book --to dense --out packed"));
  }

  // A folder with the inputs.
  void prepare(const fs::path& folder) const {
    for (const auto& entry : fs::directory_iterator(inputs_.path("")))
      if (entry.is_regular_file()) fs::copy(entry.path(), folder / entry.path().filename());
  }

  // What a run has written in that folder.
  std::optional<std::string> result(const Work& work, const TemporaryFolder& folder) const {
    const std::string path = folder.path(work.output);
    return !work.output.empty() && fs::exists(path) ? std::optional(work.facts(read_file(path)))
                                                    : std::nullopt;
  }

  // The bytes of the output without a fault, and how many times the fault could come.
  std::optional<std::string> reference(const Work& work, Fault fault, std::uint64_t& count) {
    const TemporaryFolder folder;
    prepare(folder.path(""));
    const int code = status_of(
        folder.path(""), work.input, work.line, [&] { test::fail_once(fault, 0); },
        [&] { write_file("count", std::to_string(test::count_of(fault))); });
    EXPECT_THAT(code, AnyOf(Eq(0), Eq(1))) << work.line[0];  // some leave something unsolved
    count = std::stoull(read_file(folder.path("count")));
    EXPECT_EQ(result(work, folder).has_value(), !work.output.empty()) << work.line[0];
    return result(work, folder);
  }

  void try_fault(const Work& work, Fault fault, std::uint64_t n, const std::optional<std::string>& wanted) {
    const TemporaryFolder folder;
    prepare(folder.path(""));
    const std::string what =
        work.line[0] + (fault == Fault::kAllocation ? ", allocation " : ", thread ") + std::to_string(n);
    EXPECT_THAT(status_of(folder.path(""), work.input, work.line, [&] { test::fail_once(fault, n); }),
                AnyOf(Eq(0), Eq(1), Eq(2)))
        << what;
    const auto found = result(work, folder);
    if (found == wanted) return;
    if (work.resume.empty()) {
      EXPECT_EQ(found, std::nullopt) << what << " left half a file";
      return;
    }
    std::vector<std::string> line = work.line;
    line.insert(line.end(), work.resume.begin(), work.resume.end());
    EXPECT_THAT(status_of(folder.path(""), work.input, line), AnyOf(Eq(0), Eq(1))) << what;
    EXPECT_EQ(result(work, folder), wanted) << what << ", continued";
  }

  TemporaryFolder inputs_;
};

// Most of the allocations of a small run declare the options of all commands: they are tried more rarely.
TEST_F(FaultsTest, AllocationsFailOnce) {
  std::uint64_t declaring = 0;
  reference({{"setups", "count"}, "race.toml"}, Fault::kAllocation, declaring);
  const auto try_all = [&](const std::vector<Work>& works, std::uint64_t trials) {
    for (const Work& work : works) {
      std::uint64_t count = 0;
      const auto wanted = reference(work, Fault::kAllocation, count);
      const std::uint64_t own = count - std::min(count, declaring), early = trials / 10 + 1;
      for (std::uint64_t trial = 0; trial < trials; ++trial)
        try_fault(work, Fault::kAllocation, declaring + 1 + trial * own / trials, wanted);
      for (std::uint64_t trial = 0; trial < early; ++trial)
        try_fault(work, Fault::kAllocation, 1 + trial * declaring / early, wanted);
    }
  };
  try_all(works(), kTrials);
  try_all(learning_works(), kTrials);
  try_all(printing_works(), kFewTrials);
}

TEST_F(FaultsTest, ThreadsAreRefusedOnce) {
  for (const Work& work : all_works()) {
    std::uint64_t count = 0;
    const auto wanted = reference(work, Fault::kThread, count);
    for (std::uint64_t n = 1; n <= std::min<std::uint64_t>(count, 10); ++n)
      try_fault(work, Fault::kThread, n, wanted);
  }
}

// What `tabiya --help` lists is tried.
TEST_F(FaultsTest, CoverEveryCommand) {
  std::set<std::string> tried;
  for (const Work& work : all_works()) {
    tried.insert(work.line[0]);
    tried.insert(work.line[0] + " " + (work.line.size() > 1 ? work.line[1] : ""));
  }
  for (const Command& command : command_table())
    EXPECT_TRUE(command.setup == nullptr || tried.contains(command.name)) << command.name;
}

}  // namespace tabiya::tools::faults_test
