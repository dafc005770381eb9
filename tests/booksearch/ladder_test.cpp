#include "booksearch/ladder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/random.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Row answered(SetupId reply) { return {0, reply, 0, 0}; }

TEST(FrequentAnswers, AreOrderedByFrequencyAndThenById) {
  const std::vector<Row> rows{answered(7), answered(3), answered(9), answered(3), answered(9), answered(1)};
  EXPECT_THAT(frequent_answers(rows, 10), ElementsAre(3, 9, 1, 7));
  EXPECT_THAT(frequent_answers(rows, 3), ElementsAre(3, 9, 1));
  EXPECT_THAT(frequent_answers(rows, 0), IsEmpty());
  EXPECT_THAT(frequent_answers({}, 5), IsEmpty());
}

FilterRound some_reds(std::size_t count) {
  FilterRound round;
  for (std::size_t i = 0; i < count; ++i)
    round.kept.push_back({static_cast<SetupId>(2 * i), -static_cast<Score>(i), 5});
  return round;
}

// Rows in which each red has the value and the reply that a function of it gives.
template <class Value, class Reply>
std::vector<Row> rows_of(const Ladder& ladder, Value value, Reply reply) {
  std::vector<Row> rows;
  for (const Entrant& entrant : ladder.entrants())
    rows.push_back({entrant.red, reply(entrant.red), value(entrant.red), 10});
  return rows;
}

TEST(Ladder, TakesTheBestRedsOfEachStageToTheNext) {
  const Job job{.game = "numbers", .pool = 1, .keep = 6, .stages = {{5, 2, 0}, {2, 4, 0}}};
  Ladder ladder(job, some_reds(6));
  EXPECT_EQ(ladder.step_name(), "stage 1, depth 2");
  ASSERT_EQ(ladder.entrants().size(), 5u);
  EXPECT_EQ(ladder.entrants()[0].reply, 5u);

  ladder.climb(rows_of(
      ladder, [](SetupId red) { return static_cast<Score>(red / 2 % 3); },
      [](SetupId red) { return red + 100; }));
  EXPECT_EQ(ladder.step(), (Step{1, 0}));
  EXPECT_EQ(ladder.step_name(), "stage 2, depth 4");
  ASSERT_EQ(ladder.entrants().size(), 2u);
  EXPECT_EQ(ladder.entrants()[0].red, 4u);
  EXPECT_EQ(ladder.entrants()[0].reply, 104u);
  EXPECT_EQ(ladder.entrants()[1].red, 2u);

  ladder.climb(rows_of(
      ladder, [](SetupId red) { return -static_cast<Score>(red); }, [](SetupId red) { return red + 200; }));
  ASSERT_TRUE(ladder.finished());
  Book book = assemble_book(job, ladder, {}, {3, 4}, "test");
  ASSERT_EQ(book.entries.size(), 5u);
  EXPECT_GT(book.entries[0].standard_error, 0u);
  EXPECT_GT(book.entries[2].standard_error, book.entries[0].standard_error);  // searched less deeply
  for (BookEntry& entry : book.entries) entry.standard_error.reset();
  EXPECT_EQ(book.entries[0], (BookEntry{2, 202, -2, 4, 1, 10, {}}));
  EXPECT_EQ(book.entries[1], (BookEntry{4, 204, -4, 4, 1, 10, {}}));
  EXPECT_EQ(book.entries[2], (BookEntry{8, 108, 1, 2, 1, 10, {}}));
  EXPECT_THAT(book.origins, ElementsAre(ValueOrigin{3, 4}));
}

TEST(Ladder, RepeatsAStageUntilNoNewReplyEnters) {
  const Job job{.game = "numbers", .pool = 1, .keep = 4, .stages = {{4, 2, 1, 2}, {4, 3, 1, 1}}};
  Ladder ladder(job, some_reds(4));
  const auto value = [](SetupId) { return 0; };
  EXPECT_THAT(ladder.shared(), IsEmpty());
  ladder.climb(rows_of(ladder, value, [](SetupId red) { return red < 4 ? 50u : 60 + red; }));
  EXPECT_EQ(ladder.step_name(), "stage 1, depth 2, round 2");
  EXPECT_THAT(ladder.shared(), ElementsAre(50, 64));
  EXPECT_EQ(ladder.entrants()[3].red_value, 0);
  EXPECT_EQ(ladder.entrants()[3].reply, 66u);
  ladder.climb(rows_of(ladder, value, [](SetupId red) { return red < 6 ? 64u : 66u; }));
  EXPECT_THAT(ladder.shared(), ElementsAre(66));
  ladder.climb(rows_of(ladder, value, [](SetupId) { return 66u; }));
  EXPECT_EQ(ladder.step(), (Step{1, 0}));
  EXPECT_THAT(ladder.shared(), ElementsAre(66));  // known from the stage before
  EXPECT_EQ(ladder.stages()[0][0].nodes, 30u);
  EXPECT_FALSE(ladder.entrants()[0].red_value);
  ladder.climb(rows_of(ladder, value, [](SetupId) { return 66u; }));
  EXPECT_TRUE(ladder.finished());
}

TEST(Ladder, OffersTheAnswersToSimilarRedsOnceInAStage) {
  const Job job{.game = "numbers",
                .pool = 1,
                .keep = 4,
                .stages = {{.keep = 4, .depth = 2, .replies = 1, .near = 3},
                           {.keep = 2, .depth = 3, .replies = 1, .near = 3},
                           {.keep = 1, .depth = 4, .replies = 1}}};
  Ladder ladder(job, some_reds(4));
  const auto value = [](SetupId red) { return static_cast<Score>(red); };
  EXPECT_THAT(ladder.examples(), IsEmpty());
  ladder.climb(rows_of(ladder, value, [](SetupId red) { return red + 50; }));
  EXPECT_EQ(ladder.step_name(), "stage 1, depth 2, round 2");
  EXPECT_THAT(ladder.examples(),
              ElementsAre(Answered{0, 50}, Answered{2, 52}, Answered{4, 54}, Answered{6, 56}));
  EXPECT_EQ(ladder.entrants()[3].red_value, 6);
  ladder.climb(rows_of(ladder, value, [](SetupId red) { return red + 60; }));
  EXPECT_EQ(ladder.step(), (Step{1, 0}));
  EXPECT_THAT(ladder.examples(),
              ElementsAre(Answered{0, 60}, Answered{2, 62}, Answered{4, 64}, Answered{6, 66}));
  EXPECT_FALSE(ladder.entrants()[0].red_value);
  ladder.climb(rows_of(ladder, value, [](SetupId red) { return red + 70; }));
  EXPECT_EQ(ladder.step(), (Step{2, 0}));
  EXPECT_THAT(ladder.examples(), IsEmpty());  // this stage asks for none
}

// Of reds that passed the cut, values have mostly risen: they say nothing of what others will do.
TEST(Ladder, LearnsTheDriftOfValuesFromASampleWhereSomeRowsEndEarly) {
  const Job job{
      .game = "numbers", .pool = 1, .keep = 400, .stages = {{400, 2, 0}, {300, 4, 0, 0, 110}, {60, 5, 0}}};
  Ladder ladder(job, some_reds(400));
  const auto reply = [](SetupId) { return SetupId{1}; };
  const auto depth_2 = [](SetupId red) { return -static_cast<Score>(red); };
  const auto depth_4 = [](SetupId red) { return static_cast<Score>(mix(red) % 1000); };
  ladder.climb(rows_of(ladder, depth_2, reply));
  EXPECT_EQ(ladder.entrants().size(), 32u);  // the sample
  EXPECT_TRUE(ladder.searches_candidates());
  while (ladder.step().stage == 1) ladder.climb(rows_of(ladder, depth_4, reply));
  ASSERT_EQ(ladder.entrants().size(), 60u);
  EXPECT_GE(ladder.stages()[1].size(), 66u);
  EXPECT_EQ(value_changes(job, ladder).size(), 32u);
  std::vector<Score> best;
  for (SetupId i = 0; i < 300; ++i) best.push_back(depth_4(2 * i));
  std::ranges::sort(best, std::greater{});
  for (std::size_t place = 0; place < 60; ++place)
    EXPECT_EQ(ladder.stages()[1][place].red_value, best[place]);
}

// Values with replies that are good against many reds, whatever the static value (depth 0) says.
TableOracle misleading_oracle(SetupId count, std::uint64_t seed) {
  return TableOracle(count, [=](SetupId red, SetupId blue, int depth) {
    const auto noise = [&](std::uint64_t x) { return static_cast<Score>(mix(seed ^ x) % 1000); };
    const std::uint64_t pair = std::uint64_t{red} << 32 | blue;
    const Score truth = noise(red) + noise(blue + 7'000'000'000) + noise(pair) / 4;
    return depth == 0 ? truth + 2 * noise(pair + 1) : truth;
  });
}

std::vector<Row> climb_by_search(const TableOracle& oracle, const Job& job, const FilterRound& reds) {
  std::vector<SetupId> replies;
  for (SetupId id = 0; id < oracle.blues().count(); ++id) replies.push_back(id);
  ReplyLists lists(oracle, replies);
  Ladder ladder(job, reds);
  while (!ladder.finished()) {
    const StageTask task{ladder.stage(), "", ladder.entrants(), lists, {}, 0, ladder.shared()};
    const auto found = run_stage(oracle, task, [](const Row&) { return ok_status(); });
    ladder.climb(*found);
  }
  return ladder.stages().back();
}

// By the definition: candidate lists are made and searched in full, until the set of answers is stable.
std::map<SetupId, Score> double_oracle(const TableOracle& oracle, const FilterRound& reds, std::size_t own,
                                       int depth) {
  std::map<SetupId, std::set<SetupId>> candidates;
  for (const FilteredRed& red : reds.kept) {
    std::vector<SetupId> order;
    for (SetupId id = 0; id < oracle.blues().count(); ++id) order.push_back(id);
    std::ranges::stable_sort(order, {}, [&](SetupId blue) { return oracle.value(red.red, blue, 0); });
    candidates[red.red].insert(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(own));
    candidates[red.red].insert(red.refuter);
  }
  std::map<SetupId, Score> values;
  for (std::set<SetupId> shared, before{1'000'000}; shared != before;) {
    before = shared;
    for (auto& [red, list] : candidates) {
      list.insert(shared.begin(), shared.end());
      const auto best = std::ranges::min_element(
          list, {}, [&, red = red](SetupId blue) { return std::pair(oracle.value(red, blue, depth), blue); });
      values[red] = oracle.value(red, *best, depth);
      before.insert(*best);
    }
    std::swap(shared, before);
  }
  return values;
}

TEST(Ladder, IsADoubleOracle) {
  Random random(4);
  std::size_t improved = 0;
  for (int i = 0; i < 100; ++i) {
    const TableOracle oracle = misleading_oracle(120, random.next());
    const FilterRound reds = some_reds(40);
    const Job job{.game = "numbers", .pool = 1, .keep = 40, .stages = {{40, 3, 5, 1000}}};
    Job without = job;
    without.stages[0].shared = 0;
    const std::map<SetupId, Score> expected = double_oracle(oracle, reds, 5, 3);
    for (const Row& row : climb_by_search(oracle, job, reds)) {
      EXPECT_EQ(row.red_value, expected.at(row.red));
      EXPECT_EQ(row.red_value, oracle.value(row.red, row.reply, 3));
    }
    for (const Row& row : climb_by_search(oracle, without, reds))
      improved += row.red_value > expected.at(row.red) ? 1 : 0;
  }
  EXPECT_GT(improved, 1000u);  // of 4,000: the shared replies matter here
}

}  // namespace
}  // namespace tabiya::booksearch
