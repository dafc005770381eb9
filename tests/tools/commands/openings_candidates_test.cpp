// Where the candidates of `tabiya openings` come from: lists, games to a ply, books of moves, and lines that its judge grows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>

#include <fmt/format.h>

#include "tests/tools/program_run.h"

namespace tabiya::tools {
namespace openings_candidates_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

class OpeningsCandidatesTest : public ::testing::Test {
 protected:
  // A job that lists all of its candidates, by our own search.
  void write_job(const std::string& candidates, const std::string& tree = "") {
    write_file(job_,
               fmt::format("game = \"chess\"\n{}\n{}\n[window]\nscore = [-20, 20]\n[[stage]]\nnodes = 30\n",
                           candidates, tree));
  }
  ProgramRun openings(const std::string& out, std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"openings", job_, "--out", folder_.path(out)});
    return run_tabiya(more);
  }
  // The boards of the list.
  std::vector<std::string> boards(const std::string& out = "list.epd") {
    const ProgramRun run = openings(out, {"--force"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    std::istringstream text(read_file(folder_.path(out)));
    std::vector<std::string> boards;
    for (std::string line; std::getline(text, line);) boards.push_back(line.substr(0, line.find(' ')));
    return boards;
  }

  TemporaryFolder folder_;
  std::string job_ = folder_.path("job.toml");
};

constexpr const char* kKingsPawn = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR";
constexpr const char* kQueensPawn = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR";
constexpr const char* kKnights = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R";

// Games are left at a ply, by which some are the same; a shorter one is taken to its end.
TEST_F(OpeningsCandidatesTest, LeavesGamesAtAPly) {
  write_file(
      folder_.path("games.pgn"),
      "[Event \"a\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n[Event \"b\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 a6 *\n\n"
      "[Event \"c\"]\n\n1. d4 0-1\n\n");
  write_job("positions = \"games.pgn\"\nexit = 4");
  EXPECT_THAT(boards(), UnorderedElementsAre(kKnights, kQueensPawn));
  write_job("positions = \"games.pgn\"\nexit = 1");
  EXPECT_THAT(boards(),
              UnorderedElementsAre(kKingsPawn, kQueensPawn, "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R"));
  write_job("positions = \"games.pgn\"");
  EXPECT_EQ(boards().size(), 3u);
  write_job("pairs = \"same\"\nexit = 4");
  EXPECT_EQ(openings("list.epd", {"--force"}), unusable(job_ + ", line 3: exit: goes with positions"));
}

// Six games by e4, one by d4, two ways to one position.
TEST_F(OpeningsCandidatesTest, FollowsTheLinesOfABookOfGames) {
  std::string games;
  for (int i = 0; i < 6; ++i) games += "1. e4 e5 2. Nf3 Nc6 1-0\n\n";
  write_file(folder_.path("games.pgn"), games + "1. d4 d5 1/2-1/2\n\n1. Nf3 Nc6 2. e4 e5 1-0\n");
  ASSERT_EQ(run_tabiya({"book", "from-games", folder_.path("games.pgn"), "--min-games", "1", "--min-wins",
                        "0", "--weight", "games", "--out", folder_.path("book.bin")})
                .exit_code,
            0);
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 4\nshare = 0");
  EXPECT_THAT(boards(), ElementsAre(kKnights));
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 1\nshare = 0");
  EXPECT_EQ(boards().size(), 3u);
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 1\nshare = 50");
  EXPECT_THAT(boards(), ElementsAre(kKingsPawn));
}

TEST_F(OpeningsCandidatesTest, FollowsTheLinesOfABookThatHasGrown) {
  write_file(folder_.path("lines.toml"), "game = \"chess\"\n[lines]\nnodes = 50\npositions = 20\n");
  ASSERT_EQ(run_tabiya({"lines", folder_.path("lines.toml"), "--out", folder_.path("lines.tbk")}).exit_code,
            0);
  write_job("", "[tree]\nbook = \"lines.tbk\"\nplies = 1\nshare = 0");
  EXPECT_THAT(boards(), ::testing::SizeIs(::testing::Gt(0u)));
}

class OpeningsTreeTest : public OpeningsCandidatesTest {
 protected:
  void SetUp() override { write_tree(); }
  void write_tree(int plies = 3) {
    write_job("", fmt::format("[tree]\nplies = {}\nscore = [-0.3, 0.6]\nnodes = 300\nmost = 12", plies));
  }
};

TEST_F(OpeningsTreeTest, GrowsLinesByItsJudge) {
  const std::vector<std::string> found = boards();
  EXPECT_GT(found.size(), 20u);
  for (const std::string& board : found) EXPECT_THAT(board, ::testing::Not(HasSubstr("PPPPPPPP")));
  EXPECT_EQ(boards("three.epd"), found);
  EXPECT_EQ(openings("again.epd", {"--threads", "3"}).exit_code, 0);
  EXPECT_EQ(read_file(folder_.path("again.epd")), read_file(folder_.path("three.epd")));
  EXPECT_THAT(openings("again.epd").err, HasSubstr("again.epd.job: already exists; add --resume"));
  EXPECT_THAT(openings("again.epd", {"--status"}).out, HasSubstr("all are finished"));
  EXPECT_THAT(openings("x.csv", {"--all"}).err, HasSubstr("is about pairs of setups"));
}

TEST_F(OpeningsTreeTest, GoesOnGrowingAfterKillsToTheSameBytes) {
  ASSERT_EQ(openings("whole.csv").exit_code, 0);
  for (int kills = 0; kills < 5; ++kills) {
    run_in_shell(fmt::format("timeout -s KILL 0.{} \"$TABIYA\" openings {} --out {} --resume --threads 2",
                             20 + 10 * kills, job_, folder_.path("killed.csv")));
  }
  const ProgramRun status = openings("killed.csv", {"--status", "--json"});
  EXPECT_EQ(status.exit_code, std::filesystem::exists(folder_.path("killed.csv.tree")) ? 0 : 2) << status.err;
  ASSERT_EQ(openings("killed.csv", {"--resume", "--threads", "2"}).exit_code, 0);
  EXPECT_EQ(read_file(folder_.path("whole.csv")), read_file(folder_.path("killed.csv")));
}

TEST_F(OpeningsTreeTest, KeepsToItsTree) {
  ASSERT_EQ(openings("list.epd").exit_code, 0);
  write_tree(4);
  EXPECT_THAT(openings("list.epd", {"--resume"}).err,
              HasSubstr("list.epd.tree: it was begun for another job"));
  EXPECT_EQ(openings("list.epd", {"--force"}).exit_code, 0);
}

}  // namespace openings_candidates_test
}  // namespace tabiya::tools
