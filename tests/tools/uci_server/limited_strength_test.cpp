
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "core/games/games.h"
#include "tests/tools/uci_server/server_run.h"
#include "tools/uci_server/server_options.h"

namespace tabiya::tools::limited_strength_test {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::StartsWith;

PositionHandle start() { return find_game("chess")->usual_start(); }

TEST(LimitedStrength, LooksAtMoreAndOverlooksLessWithEachPoint) {
  for (int elo = kLeastElo; elo + 50 <= kMostElo; elo += 50) {
    EXPECT_LT(nodes_of_elo(elo), nodes_of_elo(elo + 50));
    EXPECT_GT(overlooked_share(elo), overlooked_share(elo + 50));
  }
  EXPECT_EQ(overlooked_share(kMostElo), 0);
}

TEST(LimitedStrength, OverlooksItsShareOfTheMoves) {
  const PositionHandle root = start();
  std::size_t seen = 0;
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    seen += weakened({}, *root, kLeastElo, seed).first_moves.size();
  const double share = static_cast<double>(seen) / 500 / 20;
  EXPECT_NEAR(share, 1 - overlooked_share(kLeastElo), 0.02);
  EXPECT_EQ(weakened({}, *root, kMostElo, 1).first_moves.size(), 20);
}

TEST(LimitedStrength, GivesOneAnswerToOneSeed) {
  const PositionHandle root = start();
  EXPECT_EQ(weakened({}, *root, 1'200, 5).first_moves, weakened({}, *root, 1'200, 5).first_moves);
  EXPECT_NE(weakened({}, *root, 1'200, 5).first_moves, weakened({}, *root, 1'200, 6).first_moves);
}

TEST(LimitedStrength, LooksAtNoMoreThanItIsTold) {
  GoCommand few;
  few.nodes = 7;
  EXPECT_EQ(weakened(few, *start(), kMostElo, 1).nodes, 7);
}

TEST(LimitedStrength, EndsSearchesOfGamesAndNoOthers) {
  ServerRun run;
  run.tell("setoption name UCI_LimitStrength value true");
  run.tell("setoption name UCI_Elo value 1000");
  const std::string nodes = " nodes " + std::to_string(nodes_of_elo(1'000)) + " ";
  for (const char* go : {"go wtime 60000 btime 60000", "go movetime 60000", "go depth 30"})
    EXPECT_THAT(run.searched(go).first, HasSubstr(nodes)) << go;
  run.tell("go infinite");
  run.until("info depth 6 ");
  EXPECT_THAT(run.answer("stop", "bestmove"), StartsWith("bestmove "));
  run.tell("setoption name UCI_LimitStrength value false");
  EXPECT_THAT(run.searched("go depth 5").first, Not(HasSubstr(nodes)));
}

}  // namespace tabiya::tools::limited_strength_test
