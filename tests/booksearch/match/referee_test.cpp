#include "booksearch/match/referee.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "booksearch/match/match_runner.h"
#include "core/games/games.h"

namespace tabiya::booksearch {
namespace referee_test {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

// Answers what it is told to answer, and ends when it has nothing left to say.
class Parrot final : public MatchPlayer {
 public:
  explicit Parrot(std::vector<PlayerAnswer> answers) : answers_(std::move(answers)) {}

  Status begin(const GameTerms&, std::size_t) override { return ok_status(); }
  Result<PlayerAnswer> ask(const Turn&) override {
    if (said_ == answers_.size()) return PlayerAnswer{PlayerAnswer::Status::kEnded, {}};
    return answers_[said_++];
  }
  void end() override {}
  std::string name() const override { return "parrot"; }
  std::string last_words() override { return "polly"; }

 private:
  std::vector<PlayerAnswer> answers_;
  std::size_t said_ = 0;
};

Result<std::optional<GameRecord>> play(const Opening& opening, std::vector<PlayerAnswer> white,
                                       std::vector<PlayerAnswer> black, const char* game = "chess") {
  Parrot first(std::move(white)), second(std::move(black));
  const GameTerms terms{.game = find_game(game), .opening = opening};
  return play_game({&first, &second}, terms, [] { return false; });
}

PlayerAnswer move(const char* text, const Thought& thought = {}) {
  return {PlayerAnswer::Status::kMove, text, thought};
}

TEST(Referee, RecordsMovesAndWhatWasSaidOfThem) {
  const auto played =
      play({kStart, {"f2f3"}}, {move("g2g4")},
           {move("e7e5", {.centipawns = -25, .depth = 7}), move("d8h4", {.mate_in = 1, .depth = 12})});
  ASSERT_TRUE(played) << played.error().message;
  const GameRecord& record = **played;
  EXPECT_THAT(record.moves, ElementsAre("f2f3", "e7e5", "g2g4", "d8h4"));
  EXPECT_THAT(record.comments, ElementsAre("-0.25/7", "", "+M1/12"));
  EXPECT_EQ(record.winner, 1u);
  EXPECT_EQ(record.ending, "no move");
  EXPECT_EQ(record.from, kStart);
}

TEST(Referee, TellsOfAnOpeningThatCannotBePlayed) {
  EXPECT_THAT(play({kStart, {"e2e4", "e2e4"}}, {}, {}).error().message,
              HasSubstr("the opening's move 'e2e4': "));
  EXPECT_THAT(play({"no position", {}}, {}, {}).error().message, HasSubstr("opening: "));
}

TEST(Referee, LetsAnIllegalMoveLoseWithoutRecordingIt) {
  const auto played = play({kStart, {}}, {move("e2e4"), move("e4e6")}, {move("e7e5")});
  ASSERT_TRUE(played);
  EXPECT_THAT((*played)->moves, ElementsAre("e2e4", "e7e5"));
  EXPECT_EQ((*played)->winner, 1u);
  EXPECT_EQ((*played)->ending, kByIllegalMove);
  EXPECT_EQ((*played)->detail, "e4e6");
}

TEST(Referee, LetsAnEngineThatEndsLose) {
  const auto played = play({kStart, {}}, {move("e2e4")}, {});
  ASSERT_TRUE(played);
  EXPECT_EQ((*played)->winner, 0u);
  EXPECT_EQ((*played)->ending, kByCrash);
  EXPECT_EQ((*played)->detail, "polly");
}

TEST(Match, EndsWithTheErrorOfAGame) {
  MatchPlan plan;
  plan.game = find_game("chess");
  plan.engines = {MatchEngine{.command = {"/no/such/engine"}}, MatchEngine{.command = {"/no/such/engine"}}};
  plan.games = 100;
  plan.concurrency = 2;
  plan.opening = [](std::uint64_t) { return Opening{}; };
  const std::atomic<bool> interrupted = false;
  int games = 0;
  const Status done = run_match(
      plan, {}, [&](const GameRecord&) { return ++games > 0; }, interrupted);
  ASSERT_FALSE(done);
  EXPECT_THAT(done.error().message, HasSubstr("/no/such/engine"));
  EXPECT_EQ(games, 0);
}

}  // namespace referee_test
}  // namespace tabiya::booksearch
