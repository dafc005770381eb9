// Texts of programs that put a byte-order mark before them say the same as without it, whatever command reads them.
#include "codec/text.h"
#include "codec/zstd_frame.h"
#include "tests/support/bytes.h"
#include "tests/tools/program_run.h"
#include "tools/cli/input.h"

namespace tabiya::tools::byte_order_mark_test {

const std::string kMark(kByteOrderMark);
constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
constexpr const char* kOther = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1";
constexpr const char* kGames =
    "[Event \"A\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"1-0\"]\n\n1. e4 {[%eval 0.30]} e5 {[%eval 0.2]} 2. Nf3 1-0\n\n"
    "[Event \"B\"]\n[White \"b\"]\n[Black \"a\"]\n[Result \"0-1\"]\n\n1. d4 {[%eval 0.1]} d5 0-1\n";
constexpr const char* kPair = "AWAAAAAADFFDDDAN addadffdnaaaaawa\n";
constexpr const char* kReds = "AWAAAAAADFFDDDAN\nWAAAAAAADFFDDDAN\n";
constexpr const char* kEngine = "play --net linear --book none --nodes 20 --table 1";

struct Case {
  std::string file;  // its name; empty: the text is standard input
  std::string text;
  std::vector<std::string> arguments;  // in which FILE stands for it, and OUT for a file that is written
};

const std::vector<Case> kCases{
    {"a.epd", std::string(kStart) + "\n" + kOther + "\n", {"openings", "check", "FILE", "--json"}},
    {"a.epd",
     std::string(kStart) + "\n" + kOther + "\n",
     {"openings", "check", "FILE", "--fix", "--out", "OUT"}},
    {"a.txt", "e2e4 e7e5\nd2d4\n", {"openings", "check", "FILE", "--game", "chess", "--json"}},
    {"", std::string(kStart) + "\n", {"openings", "check", "-", "--list"}},
    {"a.pgn", kGames, {"openings", "check", "FILE", "--json"}},
    {"a.txt", kGames, {"openings", "check", "FILE", "--json"}},
    {"a.pgn", kGames, {"openings", "results", "FILE", "--game", "chess", "--list"}},
    {"", kGames, {"openings", "results", "-", "--game", "chess"}},
    {"a.pgn",
     kGames,
     {"book", "from-games", "FILE", "--out", "OUT", "--weight", "games", "--min-games", "1", "--min-wins",
      "0"}},
    {"a.pgn", kGames, {"book", "import", "FILE", "--out", "OUT"}},
    {"a.epd",
     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4;\n",
     {"book", "import", "FILE", "--out", "OUT"}},
    {"a.csv", "red,reply\nWAAAAAAADFFDDDAN,AWAAAAANDFFDADDA\n", {"book", "import", "FILE", "--out", "OUT"}},
    {"a.json",
     "{\"red\":\"WAAAAAAADFFDDDAN\",\"reply\":\"AWAAAAANDFFDADDA\"}\n",
     {"book", "import", "FILE", "--out", "OUT"}},
    {"a.txt",
     kPair,
     {"match", kEngine, kEngine, "--openings", "FILE", "--games", "2", "--out", "OUT", "--game-time",
      "60000"}},
    {"a.txt", kPair, {"analyse", "--games", "FILE", "--nodes", "50", "--json"}},
    {"a.txt", std::string(kStart) + "\n" + kOther + "\n", {"eval", "--positions", "FILE", "--game", "chess"}},
    {"", kReds, {"setups", "rank", "-"}},
    {"", "17\n18\n", {"setups", "unrank", "-"}},
    {"", kReds, {"book", "probe", "shipped", "-"}},
    {"a.txt", "AWAAAAANDFFDADDA\n", {"search", "AWAAAAAADFFDDDAN", "--replies", "FILE", "--depth", "2"}},
    {"a.ini", "[tiny:chess]\nmaxRank = 8\n", {"perft", "startpos", "1", "--game", "FILE"}},
    {"a.txt", std::string(kStart) + "\n" + kOther + "\n", {"verify", "FILE"}},
    {"a.txt",
     std::string(kStart) + " | 30 | 0.5\n" + kOther + " | 10 | 1.0\n",
     {"data", "import", "FILE", "--from", "text", "--game", "chess", "--out", "OUT"}},
    {"a.toml", "game = \"chess\"\n[lines]\nnodes = 50\npositions = 4\n", {"lines", "FILE", "--out", "OUT"}},
    {"", "uci\nquit\n", {"uci"}},
    {"", "Start\nQuit\n", {"play", "--net", "linear", "--nodes", "20", "--table", "1", "--seed", "1"}},
    {"", "board\nquit\n", {"play", "--human", "--book", "none", "--nodes", "20", "--seed", "1"}},
};

// What a run prints, and what it leaves in OUT.
struct Answer {
  ProgramRun run;
  std::string written;
  bool operator==(const Answer&) const = default;
};

void PrintTo(const Answer& answer, std::ostream* stream) { PrintTo(answer.run, stream); }

Answer answer_to(const Case& asked, const std::string& text) {
  const TemporaryFolder folder;
  const std::string file = folder.path(asked.file), out = folder.path("out.tbk");
  if (!asked.file.empty()) write_file(file, text);
  std::vector<std::string> arguments = asked.arguments;
  std::ranges::replace(arguments, "FILE", file);
  std::ranges::replace(arguments, "OUT", out);
  Answer answer{run_tabiya(arguments, asked.file.empty() ? text : ""), {}};
  for (std::string* printed : {&answer.run.out, &answer.run.err})
    for (std::size_t at; (at = printed->find(folder.path())) != printed->npos;)
      printed->erase(at, folder.path().size());
  if (std::filesystem::exists(out)) answer.written = read_file(out);
  return answer;
}

TEST(ByteOrderMark, SaysNothingAtTheBeginningOfAText) {
  for (const Case& asked : kCases) {
    std::string command;
    for (const std::string& argument : asked.arguments) command += argument + " ";
    Answer plain = answer_to(asked, asked.text), marked = answer_to(asked, kMark + asked.text);
    EXPECT_LE(plain.run.exit_code, 1) << command << plain.run.err;
    if (asked.arguments[0] == "match" || asked.arguments[0] == "play" || asked.arguments[0] == "lines") {
      for (Answer* answer : {&plain, &marked}) answer->run.out.clear(), answer->run.err.clear();  // times
    }
    if (asked.arguments[0] == "match" || asked.arguments[0] == "analyse") {
      for (Answer* answer : {&plain, &marked}) answer->written.clear(), answer->run.out.clear();
    }
    EXPECT_EQ(marked, plain) << command;
  }
}

TEST(ByteOrderMark, SaysNothingInACompressedText) {
  const TemporaryFolder folder;
  const auto check = [&](const std::string& text) {
    const std::vector<std::byte> packed = *codec::compress_zstd(std::as_bytes(std::span(text)));
    write_file(folder.path("a.pgn.zst"), std::string(as_text(packed)));
    return run_tabiya({"openings", "check", folder.path("a.pgn.zst"), "--json"});
  };
  const ProgramRun plain = check(kGames);
  EXPECT_THAT(plain.out, HasSubstr("\"entries\":2"));
  EXPECT_EQ(check(kMark + kGames), plain);
}

TEST(ByteOrderMark, IsNoneWhereItIsCutShort) {
  EXPECT_EQ(run_tabiya({"setups", "rank", "-"}, kMark), prints(""));
  EXPECT_EQ(run_tabiya({"setups", "rank", "-"}, kMark.substr(0, 2)).exit_code, 2);
  EXPECT_EQ(run_tabiya({"openings", "check", "-", "--json"}, kMark.substr(0, 2)).exit_code, 1);
}

}  // namespace tabiya::tools::byte_order_mark_test
