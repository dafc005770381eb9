#include "core/search/clocked_search.h"

#include <gtest/gtest.h>

#include "core/games/pawn_race/setups.h"
#include "core/search/engine.h"

namespace tabiya::clocked_search_test {

using pawn_race::Rules;

// Time that passes only while this engine searches: an iteration after the other, each taking a third longer,
// cut short at the deadline. It never changes its mind, and searches three nodes a microsecond.
class SlowEngine final : public EngineFor<Rules> {
 public:
  explicit SlowEngine(TimePoint& now) : now_(now) {}

  void new_game() override {}
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t>) override {
    MoveList<pawn_race::Move> moves;
    Rules::generate_all(position, moves);
    Result result;
    const TimePoint begin = now_;
    result.pv = {moves[0]};
    for (Duration iteration = std::chrono::microseconds(100);; iteration = iteration * 4 / 3) {
      if (now_ + iteration > *limits.deadline) break;
      now_ += iteration;
      ++result.depth;
      result.nodes = nodes_since(begin);
      if (!report(result)) return result;
    }
    now_ = std::max(now_, *limits.deadline);
    result.nodes = nodes_since(begin);
    return result;
  }
  WindowResult search_window(const Position&, int, Score, Score, const Limits& limits) override {
    now_ = *limits.deadline;
    return {0, 1, true};
  }
  Score evaluate(const Position&) const override { return 0; }
  std::uint64_t nodes() const override { return 0; }
  int table_use() const override { return 0; }

 private:
  std::uint64_t nodes_since(TimePoint begin) const {
    return 3 * static_cast<std::uint64_t>(
                   std::chrono::duration_cast<std::chrono::microseconds>(now_ - begin).count());
  }

  TimePoint& now_;
};

class ClockedSearchTest : public ::testing::Test {
 protected:
  // How long each of this many answers takes.
  std::vector<Duration> answer(ClockKind kind, Duration time, int moves) {
    ClockedSearch<Rules> search(
        engine_, kind, {.time = time, .time_sources = {[this] { return now_; }, [] { return Duration{0}; }}});
    const auto position = Rules::position_after(0, 7);
    std::vector<Duration> spent;
    for (int move = 0; move < moves; ++move) {
      const TimePoint begin = now_;
      search.start(begin);
      search.choose_move(position, {}, move, 35 - move, [](const auto&, Duration, Duration) {});
      search.stop();
      spent.push_back(now_ - begin);
    }
    return spent;
  }

  TimePoint now_{};
  SlowEngine engine_{now_};
};

TEST_F(ClockedSearchTest, TakesMostOfTheTimeOfEveryMoveWhereTheClockIsForMoves) {
  for (const Duration spent : answer(ClockKind::kMove, Milliseconds(5'000), 20)) {
    EXPECT_LT(spent, Milliseconds(5'000));
    EXPECT_GT(spent, Milliseconds(2'500));
  }
}

TEST_F(ClockedSearchTest, SharesTheTimeOfTheGame) {
  Duration sum{};
  for (const Duration spent : answer(ClockKind::kGame, Milliseconds(5'000), 35)) sum += spent;
  EXPECT_LT(sum, Milliseconds(5'000));
}

TEST_F(ClockedSearchTest, KnowsAboutHowMuchItIsGoingToSearch) {
  const auto expected = [&](const Limits& limits, bool has_searched) {
    ClockedSearch<Rules> search(engine_, ClockKind::kGame,
                                {.time = Milliseconds(5'000),
                                 .limits = limits,
                                 .time_sources = {[this] { return now_; }, [] { return Duration{0}; }}});
    search.start(now_);
    if (has_searched)
      search.choose_move(Rules::position_after(0, 7), {}, 0, 35, [](const auto&, Duration, Duration) {});
    search.stop();
    search.start(now_);
    return search.expected_nodes(1, 34);
  };
  EXPECT_NEAR(expected({}, false), 2e6 * 5 / 30, 1e5) << "as long as nothing is known of its speed";
  EXPECT_NEAR(expected({}, true), 3e6 * 5 / 30, 1e5);
  EXPECT_EQ(expected({.nodes = 4'000}, true), 4'000);
  EXPECT_EQ(expected({.depth = 4}, true), 0);
}

TEST(OnlySafeMove, IsTheOnlyLegalOneInAGameWithoutARoyalPiece) {
  pawn_race::Position position;
  position.put(pawn_race::Side::kWhite, 8);  // a2, with the pawn of Black before it
  position.put(pawn_race::Side::kBlack, 16);
  position.put(pawn_race::Side::kWhite, 39);  // h5
  const auto only = only_safe_move<Rules>(position);
  ASSERT_TRUE(only);
  EXPECT_EQ(*only, pawn_race::Move(39, 47));
  EXPECT_FALSE(only_safe_move<Rules>(Rules::position_after(0, 7)));
}

}  // namespace tabiya::clocked_search_test
