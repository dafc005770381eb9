// Games from files of rules, through the program: from setups to a book, and matches. Books and logs know their game when its
// file is gone.
#include "tests/support/checkout.h"
#include "tests/tools/program_run.h"

namespace tabiya::tools::rule_file_test {

// Four files and six ranks; a king and two knights behind four pawns: 12 setups, 6 of them with the king on the left.
constexpr const char* kRules =
    "# Made up.\n"
    "[little:chess]\n"
    "maxRank = 6\n"
    "maxFile = 4\n"
    "startFen = 4/4/pppp/PPPP/4/4 w - - 0 1\n"
    "castling = false\n"
    "doubleStep = false\n"
    "promotionRegionWhite = *6\n"
    "promotionRegionBlack = *1\n"
    "promotionPieceTypes = nr\n"
    "setupPieces = knn\n"
    "setupRegion = *1\n"
    "setupMirror = k\n";

constexpr const char* kJob =
    "game = \"little.ini\"\n"
    "table_mib = 1\n"
    "[filter]\n"
    "pool = 4\n"
    "keep = 4\n"
    "rounds = 2\n"
    "[[stage]]\n"
    "keep = 3\n"
    "depth = 2\n"
    "replies = 0\n";

class RuleFile : public testing::Test {
 protected:
  void SetUp() override {
    write_file(folder_.path("little.ini"), kRules);
    write_file(folder_.path("job.toml"), kJob);
  }
  ProgramRun in_folder(const std::string& script) {
    return run_in_shell("cd " + folder_.path("") + " && " + script);
  }

  const TemporaryFolder folder_;
};

TEST_F(RuleFile, GivesSetups) {
  EXPECT_EQ(in_folder("$TABIYA setups count --game little.ini"), prints("12\n"));
  EXPECT_EQ(in_folder("$TABIYA setups list --normalised --game little.ini"),
            prints(".KNN\nK.NN\nKN.N\nKNN.\nNK.N\nNKN.\n"));
  EXPECT_THAT(in_folder("$TABIYA setups show KNN. --game little.ini").out, HasSubstr("1 K N N .\n"));
  EXPECT_EQ(in_folder("$TABIYA perft startpos 2 --game little.ini"), prints("144\n"));
  EXPECT_THAT(in_folder("$TABIYA show startpos --moves 'KNN. .nkn' --game little.ini").out,
              HasSubstr("6 . n k n\n"));
}

TEST_F(RuleFile, GivesABookThatKnowsItsGame) {
  require(
      in_folder("$TABIYA setups list --game little.ini > all && "
                "$TABIYA filter --game little.ini --replies all --keep 3 --out -"));
  require(in_folder("$TABIYA build job.toml --out out"));
  const ProgramRun list = in_folder("$TABIYA book list out/job.tbk --json");
  require(in_folder("$TABIYA book show out/job.tbk --first 1 --why"));
  EXPECT_THAT(list.out, HasSubstr("\"depth\":2"));
  require(in_folder("$TABIYA verify out/job.tbk"));

  std::filesystem::remove(folder_.path("little.ini"));
  EXPECT_EQ(in_folder("$TABIYA book list out/job.tbk --json"), list);
  require(in_folder("$TABIYA verify out/job.tbk"));
  require(in_folder("$TABIYA pack out/job.tbk --out job.tbp"));
  EXPECT_EQ(in_folder("$TABIYA book list job.tbp --json"), list);

  write_file(folder_.path("little.ini"), std::string(kRules) + "stalemateValue = loss\n");
  EXPECT_THAT(in_folder("$TABIYA book list out/job.tbk").err,
              HasSubstr("was made by other rules than little.ini has now"));
  EXPECT_NE(in_folder("$TABIYA build job.toml --out out --resume").exit_code, 0);
  write_file(folder_.path("little.ini"), std::string("# Another comment.\n") + kRules);
  EXPECT_EQ(in_folder("$TABIYA book list out/job.tbk --json"), list);
}

// A book is of the rules that it keeps, whatever their file is called now, and whichever is read first.
TEST_F(RuleFile, MayBeRenamed) {
  require(in_folder("$TABIYA build job.toml --out out"));
  const std::string analyse = "$TABIYA analyse startpos --moves 'KNN. .nnk' --depth 1 --book out/job.tbk ";
  std::filesystem::rename(folder_.path("little.ini"), folder_.path("renamed.ini"));
  EXPECT_THAT(output_of(in_folder(analyse + "--game renamed.ini:little")), StartsWith("in the book: "));
  require(in_folder(
      "$TABIYA match 'play --nodes 20 --book out/job.tbk' 'play --nodes 20' --game renamed.ini --games 2"));
  write_file(folder_.path("other.ini"), std::string(kRules) + "stalemateValue = loss\n");
  EXPECT_THAT(in_folder(analyse + "--game other.ini").err, HasSubstr("--book out/job.tbk: is of little.ini"));
}

TEST_F(RuleFile, IsRememberedByAMatch) {
  const std::string engines = "'play --nodes 50' 'play --nodes 20' --out games.jsonl ";
  require(in_folder("$TABIYA match --game little.ini " + engines + "--games 2"));
  require(in_folder("$TABIYA match " + engines + "--games 4 --resume"));
  EXPECT_THAT(read_file(folder_.path("games.jsonl")), HasSubstr("\"rules\":\"[little-0]"));
  write_file(folder_.path("little.ini"), std::string(kRules) + "stalemateValue = loss\n");
  EXPECT_THAT(in_folder("$TABIYA match " + engines + "--games 6 --resume").err, HasSubstr("other rules"));
}

// Self-play, training, and all that takes the weights; they know their rules, and the data keep a copy.
TEST_F(RuleFile, IsLearnt) {
  require(in_folder(
      "$TABIYA selfplay --game little.ini --games 128 --nodes 20 --out games.tbd --threads 2 && "
      "$TABIYA selfplay --game little.ini --games 128 --nodes 20 --out again.tbd --threads 1 && "
      "cmp games.tbd again.tbd && $TABIYA verify games.tbd && $TABIYA data info games.tbd > /dev/null"));
  const std::string train =
      "$TABIYA train games.tbd --model linear --epochs 2 --batch 64 --validation 0.3 --init material ";
  require(in_folder(train + "--out w.tbl"));
  require(
      in_folder("$TABIYA eval startpos --moves 'KNN. .nkn' --game little.ini --net w.tbl && "
                "$TABIYA analyse startpos --moves 'KNN. .nkn' --depth 3 --game little.ini --net w.tbl && "
                "$TABIYA setups list --game little.ini > all && "
                "$TABIYA filter --game little.ini --net w.tbl --replies all --keep 3 --out kept && "
                "$TABIYA search KNN. --game little.ini --net w.tbl --replies all --depth 2 && "
                "$TABIYA match 'play --nodes 30 --net w.tbl' 'play --nodes 30' --game little.ini --games 2"));
  EXPECT_THAT(in_folder("$TABIYA net info w.tbl").out, HasSubstr("little"));
  EXPECT_THAT(in_folder("$TABIYA eval startpos --game chess --net w.tbl").err,
              HasSubstr("was made for a game from a file"));
  write_file(folder_.path("plain.ini"), "[little:chess]\n");
  EXPECT_THAT(in_folder("$TABIYA eval startpos --game plain.ini --net w.tbl").err,
              HasSubstr("was made for other rules than those of plain.ini"));

  std::filesystem::rename(folder_.path("little.ini"), folder_.path("renamed.ini"));
  require(in_folder("$TABIYA eval startpos --moves 'KNN. .nkn' --game renamed.ini --net w.tbl"));
  require(in_folder(train + "--out v.tbl && $TABIYA eval startpos --moves 'KNN. .nkn' --game renamed.ini "
                            "--net v.tbl"));
  write_file(folder_.path("little.ini"), std::string(kRules) + "stalemateValue = loss\n");
  EXPECT_THAT(in_folder(train + "--out u.tbl").err,
              HasSubstr("was made by other rules than little.ini has now"));
}

// Weights are refused where the rules have changed since they were learned.
TEST(RuleFiles, OfSittuyinHaveTheWeightsThatComeWithThem) {
  const std::string play = "play --nodes 20 --table 1 --book none --net ",
                    folder = test::source_path("data/variants");
  EXPECT_THAT(output_of(run_tabiya({"match", play + folder + "/sittuyin.tbp", play + "linear", "--game",
                                    folder + "/sittuyin.ini", "--games", "2", "--game-time", "60000"})),
              HasSubstr("by sides: "));
}

TEST_F(RuleFile, GivesStartPositionsAndAPage) {
  write_file(folder_.path("openings.toml"),
             "game = \"little.ini\"\npairs = \"all\"\n[oracle]\nengine = \"tabiya uci --game little.ini\"\n"
             "[window]\nexpected_score = [30, 70]\n[[stage]]\nnodes = 100\n");
  require(in_folder("$TABIYA openings openings.toml --out list.epd"));
  EXPECT_THAT(read_file(folder_.path("list.epd")), HasSubstr("/4/pppp/PPPP/4/"));
  require(in_folder("$TABIYA build job.toml --out out"));
  require(in_folder("$TABIYA explore out/job.tbk --export page"));
  EXPECT_TRUE(std::filesystem::exists(folder_.path("page")));
}

// Books of moves keep the rules, as books of setups do: they come back from all forms, and are found under a new name of the
// file.
TEST_F(RuleFile, HasBooksOfMoves) {
  write_file(folder_.path("lines.toml"),
             "game = \"little.ini\"\nfrom = \"out/job.tbk\"\n[lines]\nnodes = 50\npositions = 40\n");
  EXPECT_THAT(
      output_of(in_folder(
          "$TABIYA build job.toml --out out && $TABIYA lines lines.toml --out a.tbk && $TABIYA verify a.tbk && "
          "$TABIYA book export a.tbk --to pgn --out a.pgn && $TABIYA pack a.tbk --to dense --out a.txt && "
          "$TABIYA unpack a.txt --out c.tbk && cmp a.tbk c.tbk")),
      HasSubstr("a.tbk: a book of moves of little.ini, 40 positions, 0 findings\n"));
  EXPECT_THAT(read_file(folder_.path("a.pgn")), HasSubstr("[Variant \"little\"]\n"));
  const ProgramRun info = in_folder("$TABIYA book list a.txt");
  EXPECT_THAT(info.out, HasSubstr("\n  1. "));

  std::filesystem::rename(folder_.path("little.ini"), folder_.path("renamed.ini"));
  EXPECT_EQ(in_folder("$TABIYA book list a.tbk"), info);
  EXPECT_THAT(
      output_of(in_folder(
          "$TABIYA book import a.pgn --game renamed.ini --out b.tbk && $TABIYA book diff a.tbk b.tbk && "
          "$TABIYA match 'play --nodes 20 --book out/job.tbk --lines a.tbk' 'play --nodes 20' --game renamed.ini --games 2 && "
          "$TABIYA audit a.tbk --job lines.toml --sample 10 --tolerance 20000")),
      HasSubstr("only in A         0 of 40 positions\nonly in B         0 of 40 positions\n"));
  write_file(folder_.path("other.ini"), std::string(kRules) + "stalemateValue = loss\n");
  EXPECT_THAT(in_folder("$TABIYA play --game other.ini --lines a.tbk </dev/null").err,
              HasSubstr("a.tbk: a book of moves of little.ini, not of other.ini"));
}

TEST_F(RuleFile, WithoutASetupPhaseHasNoSetups) {
  write_file(folder_.path("plain.ini"), "[plain:chess]\n");
  EXPECT_THAT(refusal_of(in_folder("$TABIYA setups count --game plain.ini")),
              HasSubstr("has no setup phase"));
}

}  // namespace tabiya::tools::rule_file_test
