#include "booksearch/explain/explanation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "core/games/games.h"
#include "core/random.h"

namespace tabiya::booksearch {
namespace explanation_test {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;

constexpr std::uint64_t kNodes = 2'000;

std::unique_ptr<GameEngine> engine_of(const GameModule& game) {
  auto engine = game.make_engine({}, {.table_bytes = std::size_t{1} << 20});
  EXPECT_TRUE(engine);
  return *std::move(engine);
}

Explanation explanation_of(const std::string& game_name, const std::string& text,
                           std::vector<std::string> asked = {}) {
  const GameModule& game = *find_game(game_name);
  ExplainOptions options;
  options.nodes = kNodes;
  options.asked = std::move(asked);
  return explain(*engine_of(game), game.parse_position(text).value(), options, nullptr).value();
}

std::vector<std::string> wires(const std::vector<MoveText>& moves) {
  std::vector<std::string> texts;
  for (const MoveText& move : moves) texts.push_back(move.wire);
  return texts;
}

const TemptingMove* find(const Explanation& explanation, const std::string& wire) {
  for (const TemptingMove& each : explanation.tempting)
    if (each.move.wire == wire) return &each;
  return nullptr;
}

TEST(Explanation, NamesAMateThatThreatens) {
  const Explanation explanation =
      explanation_of("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  ASSERT_TRUE(explanation.threat);
  EXPECT_THAT(wires(explanation.threat->line), ElementsAre("f3f7"));
  EXPECT_LT(explanation.threat->score, -kProvenWin);
}

TEST(Explanation, NamesNoThreatWhereThereIsNone) {
  EXPECT_FALSE(explanation_of("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").threat);
  // In check, where a pass would be illegal.
  EXPECT_FALSE(explanation_of("chess", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1").threat);
}

TEST(Explanation, SaysThatAKingIsInDanger) {
  const Explanation explanation =
      explanation_of("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  ASSERT_EQ(explanation.royals.size(), 2u);
  const RoyalSafety &white = explanation.royals[0], &black = explanation.royals[1];
  EXPECT_FALSE(white.is_in_danger);
  EXPECT_EQ(white.zone.attackers.size(), 0u);
  EXPECT_TRUE(black.is_in_danger);
  EXPECT_THAT(wires(black.line), ElementsAre("f3f7"));
  EXPECT_EQ(black.zone.attackers.size(), 2u);
  EXPECT_EQ(black.zone.reached, 1u);
}

// The rook mates from afar.
TEST(Explanation, AMateIsADangerWhereverItComesFrom) {
  const Explanation explanation = explanation_of("chess", "6k1/5ppp/8/8/8/8/r4PPP/1R4K1 w - - 0 1");
  ASSERT_FALSE(explanation.royals.empty());
  EXPECT_TRUE(explanation.royals.back().is_in_danger);
  EXPECT_EQ(explanation.royals.back().zone.side, 1u);
  EXPECT_THAT(wires(explanation.royals.back().line), ElementsAre("b1b8"));
}

TEST(Explanation, SaysNothingOfRoyalsInCheckOrWithoutThem) {
  EXPECT_TRUE(explanation_of("chess", "4k3/8/8/8/8/8/4r3/R3K3 w - - 0 1").royals.empty());
  const GameModule& race = *find_game("pawn_race");
  EXPECT_TRUE(explanation_of("pawn_race", race.setup_phase()->position_after(0, 0)->text()).royals.empty());
}

// A defended pawn.
TEST(Explanation, RefutesACaptureInTheFewestPlies) {
  const Explanation explanation =
      explanation_of("chess", "rnbqkbnr/ppp2ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3");
  const TemptingMove* const capture = find(explanation, "f3e5");
  ASSERT_TRUE(capture);
  EXPECT_EQ(capture->why, Temptation::kCaptures);
  EXPECT_EQ(capture->refuted_at, 2);
  EXPECT_THAT(capture->squares, ElementsAre(21u, 36u));
  EXPECT_THAT(capture->answer, ElementsAre(43u, 36u));
  ASSERT_THAT(capture->refutation, Not(IsEmpty()));
  EXPECT_EQ(capture->refutation.front().wire, "d6e5");
}

TEST(Explanation, SpeaksOfAMoveThatWasAskedForInAnyCase) {
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const Explanation explanation = explanation_of("chess", start, {"a3"});
  const TemptingMove* const asked = find(explanation, "a2a3");
  ASSERT_NE(asked, nullptr);
  EXPECT_EQ(asked->why, Temptation::kAsked);
  EXPECT_THAT(asked->refutation, IsEmpty());
  EXPECT_THAT(asked->squares, ElementsAre(8u, 16u));
  const std::string best = explanation.result.best.pv.front().wire;
  const Explanation of_best = explanation_of("chess", start, {best});
  ASSERT_NE(find(of_best, best), nullptr);
  EXPECT_TRUE(find(of_best, best)->is_best);
}

TEST(Explanation, IsTheSameEachTime) {
  const GameModule& game = *find_game("chess");
  const PositionHandle position =
      game.parse_position("r2qk1nr/ppp2ppp/2np4/2b1p3/2B1P1b1/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6").value();
  ExplainOptions options;
  options.nodes = kNodes;
  const auto engine = engine_of(game);
  const Explanation first = *explain(*engine, position, options, nullptr);
  const Explanation again = *explain(*engine, position, options, nullptr);
  EXPECT_EQ(first.result.nodes, again.result.nodes);
  ASSERT_EQ(first.tempting.size(), again.tempting.size());
  for (std::size_t i = 0; i < first.tempting.size(); ++i) {
    EXPECT_EQ(first.tempting[i].move, again.tempting[i].move);
    EXPECT_EQ(first.tempting[i].score, again.tempting[i].score);
    EXPECT_EQ(first.tempting[i].refutation, again.tempting[i].refutation);
  }
  EXPECT_EQ(first.tempo, again.tempo);
}

TEST(Explanation, EndsWhenItIsStopped) {
  const GameModule& game = *find_game("chess");
  const std::atomic<bool> stop = true;
  EXPECT_FALSE(explain(*engine_of(game), game.usual_start(), {}, &stop));
}

// Positions of random games of 0.1 in which the other side, if it had the turn, would win by force: the line that
// is named wins, by a longer search of the position after its first move.
TEST(Explanation, NamesForcedWinsThatThreaten) {
  const GameModule& game = *find_game("zero_point_one");
  const auto engine = engine_of(game);
  Random random(8);
  int threats = 0;
  for (int games = 0; games < 400 && threats < 12; ++games) {
    PositionHandle position =
        game.setup_phase()->position_after(random.below(1'000'000), random.below(1'000'000));
    for (std::uint32_t plies = 10 + random.below(40); plies > 0 && position->outcome() == Outcome::kOpen;
         --plies)
      position = position->play(random.below(static_cast<std::uint32_t>(position->moves().size())))->second;
    const PositionHandle passed = position->outcome() == Outcome::kOpen ? position->passed() : nullptr;
    if (passed == nullptr || passed->outcome() != Outcome::kOpen) continue;
    const auto search = [&](const PositionHandle& root) {
      engine->new_game();
      return engine->search({&root, 1}, {.nodes = kNodes}, {})->best.score;
    };
    if (search(passed) < kProvenWin || search(position) < -5'000) continue;
    ++threats;
    ExplainOptions options;
    options.nodes = kNodes;
    const Explanation explanation = *explain(*engine, position, options, nullptr);
    ASSERT_TRUE(explanation.threat) << position->text();
    const PositionHandle then = passed->after(explanation.threat->line.front().wire).value();
    if (then->outcome() == Outcome::kOpen) {
      EXPECT_LT(search(then), -kProvenWin) << position->text();
    }
  }
  EXPECT_EQ(threats, 12);
}

}  // namespace explanation_test
}  // namespace tabiya::booksearch
