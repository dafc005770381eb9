// Where the candidates of `tabiya openings` come from: lists, games to a ply and books of moves.
#include <fmt/format.h>

#include "tests/tools/program_run.h"

namespace tabiya::tools::openings_candidates_test {

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
    return run_tabiya(joined({"openings", job_, "--out", folder_.path(out)}, more));
  }
  // The boards of the list.
  std::vector<std::string> boards(const std::string& out = "list.epd") {
    require(openings(out, {"--force"}));
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
  require(run_tabiya({"book", "from-games", folder_.path("games.pgn"), "--min-games", "1", "--min-wins", "0",
                      "--weight", "games", "--out", folder_.path("book.bin")}));
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 4\nshare = 0");
  EXPECT_THAT(boards(), ElementsAre(kKnights));
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 1\nshare = 0");
  EXPECT_EQ(boards().size(), 3u);
  write_job("", "[tree]\nbook = \"book.bin\"\nplies = 1\nshare = 50");
  EXPECT_THAT(boards(), ElementsAre(kKingsPawn));
}

TEST_F(OpeningsCandidatesTest, FollowsTheLinesOfABookThatHasGrown) {
  write_file(folder_.path("lines.toml"), "game = \"chess\"\n[lines]\nnodes = 50\npositions = 20\n");
  require(run_tabiya({"lines", folder_.path("lines.toml"), "--out", folder_.path("lines.tbk")}));
  write_job("", "[tree]\nbook = \"lines.tbk\"\nplies = 1\nshare = 0");
  EXPECT_THAT(boards(), SizeIs(::testing::Gt(0u)));
}

}  // namespace tabiya::tools::openings_candidates_test
