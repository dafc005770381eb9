#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "codec/text.h"
#include "core/book/book_file.h"
#include "core/games/zero_point_one/notation.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::play_command_test {

namespace game = zero_point_one;

constexpr const char* kRed = "AWAAAAAADFFDDDAN";
constexpr const char* kReply = "AWAAAAANDDDFFDAA";  // canonical
constexpr const char* kOpening = "Opening AWAAAAAADFFDDDAN addadffdnaaaaawa\n";

// With what `more` says, or the linear weights and without a book.
ProgramRun play(const std::string& input, std::vector<std::string> more = {}) {
  std::vector<std::string> arguments{"play", "--nodes", "500", "--table", "1"};
  if (std::ranges::find(more, "--net") == more.end()) more.insert(more.end(), {"--net", "linear"});
  if (std::ranges::find(more, "--book") == more.end()) more.insert(more.end(), {"--book", "none"});
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_tabiya(arguments, input);
}
std::string blue_wire(const std::string& setup) {
  return game::format_wire_setup(game::Side::kBlue, game::parse_setup(setup).value());
}

class PlayWithABook : public ::testing::Test {
 protected:
  // A book with one entry of this value, and one that is worse by 200.
  std::string book(const std::string& name, const char* red, const char* reply) {
    const auto id = [](const std::string& setup) { return game::rank(game::parse_setup(setup).value()); };
    Book book;
    book.meta.game = "zero_point_one";
    book.entries = {{id(red), id(reply), 1'000, 6}, {id("AAWAAAAADFFDDDAN"), id(reply), 800, 6}};
    const auto bytes = encode_book(book);
    write_file(folder_.path(name), as_text(bytes));
    return folder_.path(name);
  }

  TemporaryFolder folder_;
};

// A named pipe that gives everyone who reads it the same content, and counts them.
class CountedFile {
 public:
  CountedFile(std::string path, std::string content) : path_(std::move(path)), content_(std::move(content)) {
    EXPECT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    writer_ = std::thread([this] { serve(); });
  }
  ~CountedFile() {
    is_done_ = true;
    const int last_reader = ::open(path_.c_str(), O_RDONLY | O_NONBLOCK);
    writer_.join();
    ::close(last_reader);
  }

  int reads() const { return reads_; }

 private:
  void serve() {
    for (;;) {
      const int pipe = ::open(path_.c_str(), O_WRONLY);  // waits for a reader
      if (is_done_) return void(::close(pipe));
      ++reads_;
      EXPECT_EQ(::write(pipe, content_.data(), content_.size()), static_cast<ssize_t>(content_.size()));
      ::close(pipe);
      std::this_thread::sleep_for(
          std::chrono::milliseconds(50));  // the reader sees the end before a next one
    }
  }

  std::string path_, content_;
  std::atomic<int> reads_ = 0;
  std::atomic<bool> is_done_ = false;
  std::thread writer_;
};

// Though it is the book that says which game is played.
TEST_F(PlayWithABook, ReadsItOnce) {
  const std::string content = read_file(book("book.tbk", kRed, kReply));
  const CountedFile pipe(folder_.path("pipe"), content);
  const std::string run = output_of(play("Start\n", {"--book", folder_.path("pipe"), "--seed", "1"}));
  const std::string mirror_image = "AAAAAAWANADDDFFD";
  EXPECT_TRUE(run == std::string(kRed) + "\n" || run == mirror_image + "\n");
  EXPECT_EQ(pipe.reads(), 1);
}

TEST(Play, RefusesABookOrANetworkThatTheGameDoesNotHave) {
  const auto refusal = [](const std::string& game, const std::vector<std::string>& more) {
    const ProgramRun run = run_tabiya(joined({"play", "--game", game}, more), "Start\n");
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    return run.err;
  };
  EXPECT_EQ(refusal("pawn_race", {"--net", "shipped"}),
            "tabiya: --net shipped: no network of pawn_race comes with the program; leave out --net\n");
  EXPECT_EQ(
      refusal("pawn_race", {"--book", "shipped"}),
      "tabiya: shipped: a book of the game 'zero_point_one', not of 'pawn_race'; name that game, or another book\n");
  EXPECT_EQ(refusal("ard_ri", {"--book", "shipped"}),
            "tabiya: ard_ri has no setup phase: `--book` cannot be used with it\n");
  require(run_tabiya({"play", "--game", "pawn_race"}, "Quit\n"));
}

TEST(Play, QuotesAWrongSetupAsItWasWritten) {
  EXPECT_THAT(
      play("Opening AWAAAAAADFFDDDAN addadffdnaaaxawa\nStart\n").err,
      HasSubstr("line 1: move 2: not a setup: 'addadffdnaaaxawa' has a character other than A, D, F, N"));
}

TEST(Play, AnswersSetupsAndMoves) {
  const ProgramRun run = play("Start\naddadffdnaaaaawa\nQuit\nStart\n");
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_THAT(run.out, MatchesRegex("[ADFNW]{16}\n[a-h][1-8][a-h][1-8]\n"));
  EXPECT_THAT(run.err, MatchesRegex("ply 3: .*, depth .*\n"));
}

TEST(Play, TakesCarriageReturnsAMissingLineEndAndTheEndOfItsInput) {
  EXPECT_THAT(play("Time 9000\r\nOpening AWAAAAAADFFDDDAN addadffdnaaaaawa\r\nStart").out,
              MatchesRegex("[a-h][1-8][a-h][1-8]\n"));
  EXPECT_EQ(play(""), prints(""));
  EXPECT_EQ(play("\n\r\n"), prints(""));
}

TEST(Play, StopsAtALineThatItCannotFollow) {
  for (const std::string& line :
       {std::string("a1a1\n"), std::string(100'000, 'x'), std::string("\0\xFF\n", 3)})
    EXPECT_THAT(refusal_of(play(kOpening + line)), StartsWith("tabiya: standard input: line 2: ")) << line;
}

TEST(Play, KeepsItsLogShort) {
  const std::string input = std::string(kOpening) + "Start\n";
  EXPECT_EQ(play(input, {"--log-bytes", "0"}).err, "");
  EXPECT_EQ(play(input, {"--log-bytes", "20"}).err, "");
  EXPECT_NE(play(input, {"--log-bytes", "200"}).err, "");
}

TEST(Play, RefusesWhatItCannotPlayWith) {
  EXPECT_EQ(play("Start\n", {"--net", "/no/such/net"}).exit_code, 2);
  EXPECT_EQ(play("Start\n", {"--book", "/no/such/book"}).exit_code, 2);
  EXPECT_EQ(play("Start\n", {"--fallback-book", "/dev/null"}).exit_code, 2);
  EXPECT_EQ(play("Start\n", {"--clock", "most=-1"}).exit_code, 2);
  EXPECT_THAT(play("Start\n", {"--clock", "speed=1"}).err, HasSubstr("there are adaptive"));
}

TEST_F(PlayWithABook, TellsThePriceOfVariety) {
  const std::string path = book("book.tbk", kRed, kReply);
  const ProgramRun run =
      play("Start\n", {"--book", path, "--variety", "100000", "--max-loss", "200", "--seed", "1"});
  EXPECT_THAT(run.err, HasSubstr("one of 2 setups, 1.0 bits; expected loss 0.0100 logit"));
  EXPECT_THAT(play("Start\n", {"--book", path, "--max-loss", "199", "--seed", "1"}).err,
              HasSubstr("one of 1 setups"));
}

TEST_F(PlayWithABook, AnswersFromTheFirstBookThatKnows) {
  const std::string first = book("first.tbk", kRed, kReply);
  const std::string second = book("second.tbk", "WAAAAAAADFFDDDAN", "AWAAAAAADFFDDDAN");
  const std::vector<std::string> books{"--book", first, "--fallback-book", second};
  EXPECT_EQ(play(std::string(kRed) + "\n", books).out, blue_wire(kReply) + "\n");
  EXPECT_EQ(play("WAAAAAAADFFDDDAN\n", books).out, blue_wire("AWAAAAAADFFDDDAN") + "\n");
  std::vector<std::string> deep = books;
  deep.insert(deep.end(), {"--book-depth", "7"});
  EXPECT_THAT(play(std::string(kRed) + "\n", deep).err, HasSubstr("no replies"));
}

}  // namespace tabiya::tools::play_command_test
