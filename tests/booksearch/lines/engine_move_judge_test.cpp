#include "booksearch/lines/engine_move_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/games/games.h"

namespace tabiya::booksearch {
namespace engine_move_judge_test {

using ::testing::HasSubstr;

// Tells how it is asked, and answers with the first move that is allowed.
class FirstMove final : public GameEngine {
 public:
  explicit FirstMove(std::vector<std::vector<std::string>>& asked) : asked_(asked) {}
  void new_game() override {}
  Result<GameSearchResult> search(std::span<const PositionHandle> line, const Limits& limits, const Report&,
                                  std::span<const std::string> first_moves) override {
    asked_.emplace_back(first_moves.begin(), first_moves.end());
    if (first_moves.size() == 1) return invalid("it has crashed");
    GameSearchResult result;
    result.best = {70, {{first_moves.empty() ? line.back()->moves().front().wire : first_moves.front(), ""}}};
    result.depth = limits.depth;
    result.nodes = 12;
    return result;
  }
  int table_use() const override { return 0; }
  Result<Score> evaluate(const GamePosition&) const override { return Score{0}; }

 private:
  std::vector<std::vector<std::string>>& asked_;
};

TEST(EngineMoveJudge, AsksForTheMovesThatAreNotExcluded) {
  const GameModule& game = *find_game("pawn_race");
  const GrowthRoots roots =
      growth_roots(game, std::vector<std::string>{"8/p6p/8/8/8/8/P6P/8 w - - 0 1"}).value();
  std::vector<std::vector<std::string>> asked;
  Limits limits;
  limits.depth = 3;
  const auto made = engine_move_judges(
      game, roots, limits, [&] { return std::unique_ptr<GameEngine>(std::make_unique<FirstMove>(asked)); })();
  const JudgeOf<MoveQuestion>& judge = *made;
  const std::vector<MoveCode> moves = roots[0]->moves();
  const MoveAnswer all = judge({0, {}, {}}, {}).value();
  EXPECT_EQ(all.score, (FoundScore{70, false}));
  EXPECT_EQ(all.depth, 3);
  EXPECT_EQ(all.nodes, 12);
  const MoveAnswer other = judge({0, {}, {*all.move}}, {}).value();
  EXPECT_NE(other.move, all.move);
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_TRUE(asked[0].empty()) << "no move is excluded";
  EXPECT_EQ(asked[1].size(), moves.size() - 1);
  std::vector<MoveCode> all_but_one(moves.begin() + 1, moves.end());
  EXPECT_EQ(judge({0, {}, all_but_one}, {}).error().message, "it has crashed");
  EXPECT_EQ(judge({0, {}, moves}, {}).value().move, std::nullopt) << "nothing is left to ask";
}

TEST(EngineMoveJudge, BeginsInDifferentPositionsThatGoOn) {
  const GameModule& game = *find_game("chess");
  const auto roots = [&](std::vector<std::string> positions) { return growth_roots(game, positions); };
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  EXPECT_EQ(roots({"startpos", start, "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}).value().size(), 2u);
  EXPECT_THAT(roots({"nonsense"}).error().message, HasSubstr("'nonsense': "));
  EXPECT_THAT(roots({"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"}).error().message, HasSubstr("': the game is over"));
  EXPECT_EQ(roots({start}).value()[0]->text(), start);
}

}  // namespace engine_move_judge_test
}  // namespace tabiya::booksearch
