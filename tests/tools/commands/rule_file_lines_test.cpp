// Books of moves of games from files of rules, through the program: they are true, know their game when its file is gone, and are
// refused where it has changed.
#include "core/games/variants/module.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::rule_file_lines_test {

// Pawns on three files and four ranks; who reaches the last rank has won.
constexpr const char* kRules =
    "[race:breakthrough]\n"
    "maxRank = 4\n"
    "maxFile = 3\n"
    "startFen = ppp/3/3/PPP w - - 0 1\n"
    "flagRegionWhite = *4\n"
    "flagRegionBlack = *1\n";

constexpr const char* kJob =
    "game = \"race.ini\"\n"
    "[lines]\n"
    "depth = 4\n"
    "positions = 400\n";

class RuleFileLines : public testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_.path("race.ini"), kRules);
    write_file(folder_.path("job.toml"), kJob);
    require(in_folder("$TABIYA lines job.toml --out race.tbk"));
  }
  ProgramRun in_folder(const std::string& script) {
    return run_in_shell("cd " + folder_.path("") + " && " + script);
  }

  const TemporaryFolder folder_;
};

// The truth, by trying all moves: whether the side to move wins. There are no draws.
bool is_won(const GamePosition& position, std::map<std::string, bool>& known) {
  if (position.outcome() != Outcome::kOpen) return position.outcome() == Outcome::kWin;
  const std::string text = position.text();
  if (const auto found = known.find(text); found != known.end()) return found->second;
  bool wins = false;
  for (const MoveText& move : position.moves()) wins |= !is_won(**position.after(move.wire), known);
  return known[text] = wins;
}

TEST_F(RuleFileLines, AreTrue) {
  const auto game = variants::make_module(kRules, "", "race.ini").value();
  std::map<std::string, bool> known;
  int proved = 0;
  for (const Json& facts : parsed_lines(in_folder("$TABIYA book list race.tbk --json").out)) {
    if (facts["win"].is_null()) continue;
    ++proved;
    PositionHandle position = game->start();
    std::istringstream moves(facts["line"].get<std::string>());
    for (std::string move; moves >> move;) position = position->after(move).value();
    EXPECT_EQ(facts["win"] > 0, !is_won(*position, known)) << facts;  // the side that has moved speaks
  }
  EXPECT_GT(proved, 50);
  EXPECT_EQ(parsed(in_folder("$TABIYA book probe race.tbk startpos --json").out)["win"], 9);
  EXPECT_TRUE(is_won(*game->start(), known));
}

TEST_F(RuleFileLines, KnowTheirRules) {
  const std::string rules = folder_.path("race.ini"),
                    changed = std::string(kRules) + "flagRegionBlack = *2\n";
  const ProgramRun info = in_folder("$TABIYA book info race.tbk"),
                   list = in_folder("$TABIYA book list race.tbk --from startpos");
  EXPECT_THAT(info.out, AllOf(HasSubstr("race.ini"), HasSubstr("253")));
  EXPECT_THAT(list.out, StartsWith("  1. Pa1a2 "));
  require(in_folder("$TABIYA verify race.tbk"));

  std::filesystem::remove(rules);
  EXPECT_EQ(in_folder("$TABIYA book info race.tbk"), info);
  EXPECT_EQ(in_folder("$TABIYA book list race.tbk --from startpos"), list);
  require(in_folder("$TABIYA verify race.tbk"));
  require(in_folder("$TABIYA pack race.tbk --out race.tbp"));
  EXPECT_EQ(in_folder("$TABIYA book list race.tbp --from startpos"), list);

  write_file(rules, changed);
  for (const char* command :
       {"book info race.tbk", "book list race.tbk", "book probe race.tbk startpos", "verify race.tbk",
        "audit race.tbk --job job.toml", "book export race.tbk --to pgn --out -", "play --book race.tbk",
        "play --lines race.tbk --game race.ini", "explore race.tbk --export page"}) {
    EXPECT_THAT(refusal_of(in_folder(std::string("$TABIYA ") + command + " < /dev/null")),
                HasSubstr("was made by other rules than race.ini has now"))
        << command;
  }
  EXPECT_THAT(in_folder("$TABIYA lines job.toml --out race.tbk --resume").err, HasSubstr("rules is"));
  write_file(rules, std::string("# A comment.\n") + kRules);
  EXPECT_EQ(in_folder("$TABIYA book list race.tbk --from startpos"), list);
}

TEST_F(RuleFileLines, SayWhatToDoWhereAnotherFileHasTheName) {
  write_file(folder_.path("race.ini"), "[race\n");
  EXPECT_THAT(refusal_of(in_folder("$TABIYA book info race.tbk")),
              AllOf(HasSubstr("race.ini"), HasSubstr("or move it away: the copy in race.tbk is used then")));
  write_file(folder_.path("race.ini"), std::string(kRules) + "flagRegionBlack = *2\n");
  require(in_folder("$TABIYA lines job.toml --out other.tbk && rm race.ini"));
  EXPECT_THAT(
      refusal_of(in_folder("$TABIYA book diff race.tbk other.tbk")),
      HasSubstr("other.tbk: was made by other rules of race.ini than another file that is read here; use one "
                "of them at a time"));
}

// Four moves win in nine plies. Without variety the first of them is played.
TEST_F(RuleFileLines, AreFollowedByPlayers) {
  for (const char* book : {"--book race.tbk", "--lines race.tbk --game race.ini"}) {
    const ProgramRun run = in_folder(std::string("echo Start | $TABIYA play --nodes 10 --variety 0 ") + book);
    EXPECT_EQ(run.out, "a1a2\n") << run.err;
    EXPECT_THAT(run.err, HasSubstr("ply 1: Pa1a2, book, White wins in 9 plies"));
  }
  require(in_folder(
      "$TABIYA match 'play --nodes 10 --lines race.tbk' 'play --nodes 10' --game race.ini --games 2 --json"));
  EXPECT_THAT(
      in_folder("echo Start | $TABIYA play --lines race.tbk --game chess").err,
      HasSubstr("race.tbk: a book of moves of race.ini, not of chess; name that game, or another book"));
}

TEST_F(RuleFileLines, AreFollowedByTheUciEngine) {
  const std::string go =
      "printf 'setoption name BookFile value race.tbk\\nsetoption name OwnBook value true\\n"
      "position startpos\\ngo nodes 10\\nquit\\n' | $TABIYA uci --game race.ini";
  EXPECT_THAT(in_folder(go).out, HasSubstr("info string book: Pa1"));
  write_file(folder_.path("race.ini"), std::string(kRules) + "flagRegionBlack = *2\n");
  EXPECT_THAT(in_folder(go).out,
              HasSubstr("BookFile: race.tbk: was made by other rules than race.ini has now"));
}

TEST_F(RuleFileLines, ArePassedOn) {
  const auto run = [&](const std::string& command) { return output_of(in_folder("$TABIYA " + command)); };
  run("book export race.tbk --to pgn --out race.pgn");
  EXPECT_THAT(read_file(folder_.path("race.pgn")), HasSubstr("[Variant \"race\"]"));
  run("book import race.pgn --game race.ini --out again.tbk");
  EXPECT_EQ(read_file(folder_.path("again.tbk")), read_file(folder_.path("race.tbk")));
  run("book export race.tbk --to tbk --max-bytes 800 --out small.tbk");
  run("book merge small.tbk race.tbk --out merged.tbk");
  EXPECT_THAT(run("book diff merged.tbk race.tbk"), HasSubstr("the books are equal"));
  EXPECT_THAT(run("book export race.tbk --to epd --out -"), StartsWith("ppp/3/3/PPP w - - bm Pa1a2 "));
  EXPECT_THAT(in_folder("$TABIYA book export race.tbk --to polyglot --out race.bin").err,
              HasSubstr("PolyGlot's format has no race"));
  EXPECT_THAT(in_folder("$TABIYA lines job.toml --out race.bin").err,
              HasSubstr("race.ini has no books in PolyGlot's format; write FILE.tbk"));
  run("explore race.tbk --export page");

  std::filesystem::rename(folder_.path("race.ini"), folder_.path("renamed.ini"));
  write_file(folder_.path("job.toml"), "game = \"renamed.ini\"\n[lines]\ndepth = 2\n");
  EXPECT_THAT(run("audit race.tbk --job job.toml --sample 5"), HasSubstr("searched again"));
  write_file(folder_.path("openings.toml"),
             "game = \"renamed.ini\"\n[tree]\nbook = \"race.tbk\"\nplies = 1\n[oracle]\n"
             "engine = \"tabiya uci --game renamed.ini\"\n[window]\nexpected_score = [0, 100]\n"
             "[[stage]]\nnodes = 10\n");
  run("openings openings.toml --out list.epd");
  EXPECT_THAT(read_file(folder_.path("list.epd")), HasSubstr("ppp/3/P2/1PP b "));
}

// A mate that the rules forbid looks like any other in a text of the position.
TEST_F(RuleFileLines, KnowThatNoPawnMayBeDroppedToMate) {
  const std::string start = "kr3/1p3/1G3/5/4K[P] w - - 0 1";
  write_file(folder_.path("shogi.ini"), "[shogi:minishogi]\n");
  write_file(folder_.path("job.toml"), "game = \"shogi.ini\"\nfrom = \"" + start +
                                           "\"\n[lines]\ndepth = 1\nplies = 1\npositions = 100\n");
  require(in_folder("$TABIYA lines job.toml --out shogi.tbk"));
  EXPECT_THAT(in_folder("$TABIYA book probe shogi.tbk '" + start + "'").out,
              HasSubstr("P@a4    lost in 1 ply\n"));
}

}  // namespace tabiya::tools::rule_file_lines_test
