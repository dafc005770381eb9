#include "core/games/zero_point_one/player.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/random.h"
#include "core/setup/pair_engine_of.h"

namespace tabiya::zero_point_one::player_test {

using Clock = std::chrono::steady_clock;

constexpr const char* kRed = "AWAAAAAADFFDDDAN";
constexpr const char* kBlue = "addadffdnaaaaawa";

// A player with a small engine of its own.
class PlayerTest : public ::testing::Test {
 protected:
  std::optional<std::string> say(std::string_view line) {
    return player_.receive(line, Clock::now()).value();
  }
  bool refuses(std::string_view line) { return !player_.receive(line, Clock::now()).ok(); }

  std::shared_ptr<Engine> engine_ = make_engine({.table_bytes = 1 << 16});
  PairEngineOf<Rules> pairs_{engine_};
  SearchedSetups setups_{pairs_, sound_red()};
  Player player_{*engine_, &setups_, {.limits = {.nodes = 300}}};
};

// The lines of the protocol, and how often one of them is read as a move.
struct CountedAnswers : RefereedSetups {
  static inline int read = 0;
  static Status play(Position& position, std::string_view word) {
    ++read;
    return RefereedSetups::play(position, word);
  }
};

TEST_F(PlayerTest, DoesNotReadTheMovesThatItHasChosen) {
  RefereedPlayerOf<CountedAnswers> player(*engine_, &setups_, {.limits = {.nodes = 100}});
  const std::string opening = std::string("Opening ") + kRed + " " + kBlue;
  ASSERT_TRUE(player.receive(opening, Clock::now()));
  CountedAnswers::read = 0;
  const auto move = player.receive("Start", Clock::now());
  EXPECT_EQ(CountedAnswers::read, 0);
  Position position = player.position();
  ASSERT_EQ(position.ply(), 3);
  MoveList<Move> replies;
  Rules::generate_all(position, replies);
  ASSERT_TRUE(player.receive(format_wire(position, replies[0]), Clock::now()));
  EXPECT_EQ(CountedAnswers::read, 1);
  EXPECT_EQ(player.position().ply(), 5);
}

TEST_F(PlayerTest, GoesOnFromAnOpening) {
  EXPECT_FALSE(say("Time 5000"));
  EXPECT_FALSE(say(std::string("Opening ") + kRed + " " + kBlue));
  EXPECT_EQ(player_.position().ply(), 2);
  ASSERT_TRUE(say("Start"));
  EXPECT_EQ(player_.position().ply(), 3);
  for (const char* line : {"Start", "Time 5000", "Opening b5d3"}) EXPECT_TRUE(refuses(line)) << line;
  EXPECT_EQ(player_.position().ply(), 3);
}

TEST_F(PlayerTest, TakesLinesWithCarriageReturnsAndBlanks) {
  EXPECT_FALSE(say(""));
  EXPECT_FALSE(say(" \r"));
  EXPECT_TRUE(say("Start\r"));
  EXPECT_TRUE(say(std::string(kBlue) + "\r"));
  EXPECT_FALSE(say("Quit\r"));
  EXPECT_TRUE(player_.has_quit());
}

TEST_F(PlayerTest, RefusesWhatTheProtocolDoesNotKnowAndStaysAsItWas) {
  for (const char* line : {"start", "Time", "Time 0", "Time -5", "Time 9x", "Time 99999999999999999999",
                           "Opening AWA", "AWAAAAAADFFDDDAA",  // one alfil too many
                           "b5d3", "Go", "\x01\xFF"}) {
    EXPECT_TRUE(refuses(line)) << line;
  }
  EXPECT_EQ(player_.position(), Position());
  say(std::string("Opening ") + kRed + " " + kBlue);
  const Position before = player_.position();
  for (const char* line : {"a1a1", "Ac5", "h8f6", kRed}) EXPECT_TRUE(refuses(line)) << line;
  EXPECT_EQ(player_.position(), before);
}

// A move that goes on with the game for long, where there is one.
Move peaceful_move(const Position& position) {
  Moves moves;
  generate_all(position, moves);
  for (const Move move : moves) {
    Position next = position;
    next.play(move);
    if (!position.is_capture(move) && !can_win(next) && !in_check(next)) return move;
  }
  return moves[0];
}

// Time that passes only while this engine searches: an iteration after the other, each taking a third longer,
// cut short at the deadline. It finds moves that go on with the game, and
// scores that fall.
class SlowEngine final : public Engine {
 public:
  explicit SlowEngine(TimePoint& now) : now_(now) {}

  void new_game() override {}
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t>) override {
    Result result;
    result.pv = {peaceful_move(position)};
    nodes_asked_ = limits.nodes;
    for (Duration iteration = std::chrono::microseconds(100);; iteration = iteration * 4 / 3) {
      if (now_ + iteration > *limits.deadline) break;
      now_ += iteration;
      ++result.depth;
      result.score -= 100;
      if (!report(result)) return result;
    }
    now_ = std::max(now_, *limits.deadline + std::chrono::microseconds(50));
    return result;
  }
  WindowResult search_window(const Position&, int, Score, Score, const Limits& limits) override {
    now_ = *limits.deadline;
    return {0, 1, true};
  }
  Score evaluate(const Position&) const override { return 0; }
  std::uint64_t nodes() const override { return 0; }
  int table_use() const override { return 0; }

  std::uint64_t nodes_asked() const { return nodes_asked_; }

 private:
  TimePoint& now_;
  std::uint64_t nodes_asked_ = 0;
};

class PlayerClockTest : public ::testing::Test {
 protected:
  PlayerOptions options(Duration time) {
    return {.time = time, .time_sources = {[this] { return now_; }, [] { return Duration{0}; }}};
  }
  Duration receive(Player& player, std::string_view line) {
    const TimePoint received = now_;
    EXPECT_TRUE(player.receive(line, received).ok()) << line;
    return now_ - received;
  }

  TimePoint now_{};
  SlowEngine engine_{now_};
  PairEngineOf<Rules> pairs_{std::shared_ptr<Engine>(std::shared_ptr<void>(), &engine_)};
  SearchedSetups setups_{pairs_, sound_red()};
};

TEST_F(PlayerClockTest, StaysWithinTheBudgetOfTheLongestGame) {
  for (const int milliseconds : {30'000, 5'000, 1'000, 100}) {
    Player player(engine_, &setups_, options(std::chrono::hours(1)));
    Duration used = receive(player, "Time " + std::to_string(milliseconds));
    used += receive(player, kRed);
    while (outcome(player.position()) == Outcome::kOpen) {
      used += receive(player, format_wire(player.position(), peaceful_move(player.position())));
    }
    EXPECT_EQ(player.position().ply(), kPlyLimit);
    EXPECT_LT(used, Milliseconds(milliseconds));
    EXPECT_GT(used, Milliseconds(milliseconds) / 2);
  }
}

TEST_F(PlayerClockTest, MovesAtOnceWhenNoTimeIsLeft) {
  PlayerOptions late = options(Milliseconds(100));
  late.used = Milliseconds(95);
  Player player(engine_, &setups_, late);
  receive(player, std::string("Opening ") + kRed + " " + kBlue);
  EXPECT_LT(receive(player, "Start"), Milliseconds(1));
  EXPECT_LT(engine_.nodes_asked(), 1'000u);
}

// An engine that must not look at the time.
class TimelessEngine final : public Engine {
 public:
  void new_game() override {}
  Result search(const Position& position, const Limits& limits, const Report& report,
                std::span<const std::uint64_t> played) override {
    EXPECT_FALSE(limits.deadline);
    return engine_->search(position, limits, report, played);
  }
  WindowResult search_window(const Position& position, int depth, Score alpha, Score beta,
                             const Limits& limits) override {
    return engine_->search_window(position, depth, alpha, beta, limits);
  }
  Score evaluate(const Position& position) const override { return engine_->evaluate(position); }
  std::uint64_t nodes() const override { return engine_->nodes(); }
  int table_use() const override { return 0; }

 private:
  std::unique_ptr<Engine> engine_ = make_engine({.table_bytes = 1 << 16});
};

// Knows an answer to every red.
class KnownSetups final : public SetupChooser {
 public:
  SetupId red_setup(const Limits&) override { return sound_red(); }
  SetupId blue_reply(SetupId red, const Limits&) override { return red; }
};

TEST(PlayerNodeClock, LetsTimePassByNodesAlone) {
  std::vector<std::string> moves[2];
  for (auto& game : moves) {
    TimelessEngine engine;
    PairEngineOf<Rules> pairs(std::shared_ptr<Engine>(std::shared_ptr<void>(), &engine));
    SearchedSetups setups(pairs, sound_red());
    constexpr std::uint64_t kRate = 10;
    Player player(engine, &setups, {.time = std::chrono::seconds(5), .nodes_per_millisecond = kRate});
    std::string line = kRed;
    while (outcome(player.position()) == Outcome::kOpen) {
      const auto answer = player.receive(line, Clock::now());
      ASSERT_TRUE(answer.ok());
      if (!*answer) break;
      game.push_back(**answer);
      if (outcome(player.position()) != Outcome::kOpen) break;
      line = format_wire(player.position(), peaceful_move(player.position()));
    }
    EXPECT_LT(engine.nodes(), 5'000 * kRate);
    EXPECT_GT(engine.nodes(), 500 * kRate);
  }
  EXPECT_EQ(moves[0], moves[1]);
}

TEST(PlayerNodeClock, TakesNothingForAReplyThatIsKnown) {
  TimelessEngine engine;
  KnownSetups setups;
  std::string log;
  Player player(engine, &setups,
                {.time = std::chrono::seconds(5),
                 .nodes_per_millisecond = 10,
                 .log = [&](std::string_view line) { log += line; }});
  ASSERT_TRUE(player.receive(kRed, Clock::now()).ok());
  EXPECT_EQ(engine.nodes(), 0u);
  ASSERT_TRUE(
      player.receive(format_wire(player.position(), peaceful_move(player.position())), Clock::now()).ok());
  int spent = 0, left = 0;
  const auto at = log.find("nodes, ");
  ASSERT_NE(at, log.npos) << log;
  ASSERT_EQ(std::sscanf(log.c_str() + at, "nodes, %d ms, %d ms left", &spent, &left), 2) << log;
  EXPECT_NEAR(spent + left, 5'000, 1);
}

// Moves after which the opponent cannot capture the wazir.
int count_safe_moves(const Position& position) {
  Moves moves;
  generate_all(position, moves);
  return static_cast<int>(std::ranges::count_if(moves, [&](Move move) {
    Position next = position;
    next.play(move);
    return !can_win(next);
  }));
}

TEST_F(PlayerClockTest, DoesNotThinkAboutAnOnlyMove) {
  int only_moves = 0;
  Random random(3);
  for (int game = 0; game < 300; ++game) {
    Player player(engine_, &setups_, options(std::chrono::seconds(30)));
    receive(player, std::string("Opening ") + kRed + " " + kBlue);
    std::string line = "Start";
    while (outcome(player.position()) == Outcome::kOpen && count_moves(player.position()) > 0) {
      Position before = player.position();
      ASSERT_TRUE(line == "Start" || play_wire(before, line).ok()) << line;
      const bool over = outcome(before) != Outcome::kOpen || count_moves(before) == 0;
      const Duration used = receive(player, line);
      if (over) break;
      const bool only = !can_win(before) && count_safe_moves(before) == 1;
      EXPECT_EQ(used == Duration{0}, only);
      EXPECT_TRUE(!only || !can_win(player.position()));
      only_moves += only;
      Moves moves;
      generate_all(player.position(), moves);
      if (moves.empty()) break;
      line = format_wire(player.position(), moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
  EXPECT_GT(only_moves, 10);
}

}  // namespace tabiya::zero_point_one::player_test
