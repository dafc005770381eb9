#include "core/search/evaluated_game.h"

#include <gtest/gtest.h>

#include <array>
#include <iterator>
#include <type_traits>

#include "core/games/zero_point_one/movegen.h"
#include "core/games/zero_point_one/notation.h"
#include "core/games/zero_point_one/trainable.h"
#include "core/learn/learning_of.h"

namespace tabiya::zero_point_one::position_sample_test {

using Sample = PositionSample<Position>;

Position at_ply(int ply) {
  Position position;
  position.set_turn(ply % 2 == 0 ? Side::kRed : Side::kBlue, ply);
  return position;
}

TEST(PositionSample, DrawsEachWithEqualChances) {
  constexpr int kOffered = 20, kDrawn = 5, kTimes = 4'000;
  std::array<int, kOffered> counts{};
  Sample sample;
  for (int i = 0; i < kTimes; ++i) {
    sample.begin(kDrawn, static_cast<std::uint64_t>(i));
    for (int ply = 0; ply < kOffered; ++ply) sample.offer(at_ply(ply));
    const auto drawn = sample.take();
    ASSERT_EQ(drawn.size(), std::size_t{kDrawn});
    for (const Position& position : drawn) ++counts[static_cast<std::size_t>(position.ply())];
  }
  for (const int count : counts) EXPECT_NEAR(count, kTimes * kDrawn / kOffered, 150);  // five deviations
}

TEST(PositionSample, DrawsAllOfFewAndNothingBetweenTakeAndBegin) {
  Sample sample;
  sample.offer(at_ply(2));
  EXPECT_TRUE(sample.take().empty());
  sample.begin(3, 1);
  sample.offer(at_ply(2));
  sample.offer(at_ply(3));
  EXPECT_EQ(sample.take().size(), 2u);
  sample.offer(at_ply(4));
  EXPECT_TRUE(sample.take().empty());
}

TEST(SampledEngine, SearchesAsEverAndOffersWhatItEvaluates) {
  const SearcherOptions options{.table_bytes = 1 << 16};
  const Position root = position_after(1'000'000, 2'000'000);
  Sample sample;
  const auto engine = std::move(LearningOf<Trainable>().sampled_engine({}, sample, options)).value();
  sample.begin(50, 1);
  const auto found = engine->search(root, {.depth = 4});
  const auto plain = make_engine(options)->search(root, {.depth = 4});
  EXPECT_EQ(found.score, plain.score);
  EXPECT_EQ(found.nodes, plain.nodes);
  EXPECT_EQ(found.pv, plain.pv);
  const auto drawn = sample.take();
  ASSERT_EQ(drawn.size(), 50u);
  int others = 0;
  for (const Position& position : drawn) {
    EXPECT_EQ(outcome(position), Outcome::kOpen) << format_position(position);
    EXPECT_FALSE(in_check(position)) << format_position(position);
    others += position.ply() > root.ply() + 1;
  }
  EXPECT_GT(others, 25);
}

// The value of a position is drawn from its key, and each question counts.
struct CountingEvaluation {
  struct State {
    int plies = 0;
  };
  static constexpr bool kAreValuesWorthRemembering = true;
  int* asked;

  void reset(const Position&, State& state) const { state.plies = 0; }
  void update(const Position&, const State& parent, Move, const Position&, State& state) const {
    state.plies = parent.plies + 1;
  }
  Score value(const Position& position, const State&) const {
    ++*asked;
    return value_of(position);
  }
  std::uint64_t fingerprint() const { return 7; }

  static Score value_of(const Position& position) {
    constexpr Score kExtremes[] = {win_in(0), loss_in(0), kMaxEvaluation, -kMaxEvaluation, 0, -1};
    Random random(Rules::key(position));
    const std::uint32_t drawn = random.below(12);
    return drawn < std::size(kExtremes) ? kExtremes[drawn]
                                        : static_cast<Score>(random.below(20'001)) - 10'000;
  }
};
using Remembering = SearchedEvaluation<Rules, CountingEvaluation>;
static_assert(std::is_same_v<Remembering, RememberingEvaluation<Rules, CountingEvaluation>>);

TEST(RememberingEvaluation, SaysWhatItsEvaluationSaysAndAsksItOnce) {
  int asked = 0;
  const Remembering evaluation(CountingEvaluation{&asked});
  CountingEvaluation::State state;
  Random random(1);
  for (int i = 0; i < 200'000; ++i) {  // several times as many as it remembers
    const Position position = position_after(random.below(10'000'000), random.below(10'000'000));
    const Score value = evaluation.value(position, state);
    ASSERT_EQ(value, CountingEvaluation::value_of(position));
    const int before = asked;
    ASSERT_EQ(evaluation.value(position, state), value);
    ASSERT_EQ(asked, before);
  }
  EXPECT_GT(asked, 199'000);
}

TEST(RememberingEvaluation, KeepsTheStateOfALineAsItsEvaluationDoes) {
  int asked = 0;
  const Remembering evaluation(CountingEvaluation{&asked});
  EvaluatedGame<Rules, Remembering> game(evaluation);
  auto node = game.root(position_after(1'000'000, 2'000'000)), child = node;
  Moves moves;
  generate_all(node.position, moves);
  game.make(node, *moves.begin(), child);
  EXPECT_EQ(child.evaluation.plies, 1);
  EXPECT_EQ(evaluation.fingerprint(), 7u);
}

}  // namespace tabiya::zero_point_one::position_sample_test
