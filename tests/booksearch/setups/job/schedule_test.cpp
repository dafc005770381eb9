#include "booksearch/setups/job/schedule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "booksearch/setups/rows/stage_search.h"
#include "core/random.h"
#include "tests/booksearch/table_oracle.h"

namespace tabiya::booksearch {

namespace schedule_test {

using testing::ElementsAre;
using testing::IsEmpty;

FilterRound some_reds(std::size_t count) {
  FilterRound round;
  for (std::size_t i = 0; i < count; ++i)
    round.kept.push_back({static_cast<SetupId>(2 * i), -static_cast<Score>(i), 5});
  return round;
}

// Rows in which each red has the value and the reply that a function of it gives.
template <class Value, class Reply>
std::vector<Row> rows_of(const Schedule& schedule, Value value, Reply reply) {
  std::vector<Row> rows;
  for (const RowTask& row_task : schedule.row_tasks())
    rows.push_back({row_task.red, reply(row_task.red), value(row_task.red), 10});
  return rows;
}

TEST(Schedule, TakesTheBestRedsOfEachStageToTheNext) {
  const Job job{.game = "numbers", .pool = 1, .keep = 6, .stages = {{5, 2, 0}, {2, 4, 0}}};
  Schedule schedule(job, some_reds(6));
  EXPECT_EQ(schedule.step_name(), "stage 1, depth 2");
  ASSERT_EQ(schedule.row_tasks().size(), 5u);
  EXPECT_EQ(schedule.row_tasks()[0].reply, 5u);

  schedule.advance(rows_of(
      schedule, [](SetupId red) { return static_cast<Score>(red / 2 % 3); },
      [](SetupId red) { return red + 100; }));
  EXPECT_EQ(schedule.step(), (Step{1, 0}));
  EXPECT_EQ(schedule.step_name(), "stage 2, depth 4");
  ASSERT_EQ(schedule.row_tasks().size(), 2u);
  EXPECT_EQ(schedule.row_tasks()[0].red, 4u);
  EXPECT_EQ(schedule.row_tasks()[0].reply, 104u);
  EXPECT_EQ(schedule.row_tasks()[1].red, 2u);

  schedule.advance(rows_of(
      schedule, [](SetupId red) { return -static_cast<Score>(red); }, [](SetupId red) { return red + 200; }));
  ASSERT_TRUE(schedule.finished());
  const Book book = assemble_book(job, schedule, {}, {3, 4}, "test");
  ASSERT_EQ(book.entries.size(), 5u);
  EXPECT_EQ(book.entries[0], (BookEntry{2, 202, -2, 4, 1, 10, {}}));
  EXPECT_EQ(book.entries[1], (BookEntry{4, 204, -4, 4, 1, 10, {}}));
  EXPECT_EQ(book.entries[2], (BookEntry{8, 108, 1, 2, 1, 10, {}}));
  EXPECT_THAT(book.origins, ElementsAre(ValueOrigin{3, 4}));
}

TEST(Schedule, RepeatsAStageUntilNoNewReplyEnters) {
  const Job job{.game = "numbers", .pool = 1, .keep = 4, .stages = {{4, 2, 1, 2}, {4, 3, 1, 1}}};
  Schedule schedule(job, some_reds(4));
  const auto value = [](SetupId) { return 0; };
  EXPECT_THAT(schedule.known().shared, IsEmpty());
  schedule.advance(rows_of(schedule, value, [](SetupId red) { return red < 4 ? 50u : 60 + red; }));
  EXPECT_EQ(schedule.step_name(), "stage 1, depth 2, round 2");
  EXPECT_THAT(schedule.known().shared, ElementsAre(50, 64));
  EXPECT_EQ(schedule.row_tasks()[3].red_value, 0);
  EXPECT_EQ(schedule.row_tasks()[3].reply, 66u);
  schedule.advance(rows_of(schedule, value, [](SetupId red) { return red < 6 ? 64u : 66u; }));
  EXPECT_THAT(schedule.known().shared, ElementsAre(66));
  schedule.advance(rows_of(schedule, value, [](SetupId) { return 66u; }));
  EXPECT_EQ(schedule.step(), (Step{1, 0}));
  EXPECT_THAT(schedule.known().shared, ElementsAre(66));  // known from the stage before
  EXPECT_EQ(schedule.stages()[0][0].nodes, 30u);
  EXPECT_FALSE(schedule.row_tasks()[0].red_value);
  schedule.advance(rows_of(schedule, value, [](SetupId) { return 66u; }));
  EXPECT_TRUE(schedule.finished());
}

TEST(Schedule, OffersTheAnswersToSimilarRedsOnceInAStage) {
  const Job job{.game = "numbers",
                .pool = 1,
                .keep = 4,
                .stages = {{.keep = 4, .depth = 2, .replies = 1, .near = 3},
                           {.keep = 2, .depth = 3, .replies = 1, .near = 3},
                           {.keep = 1, .depth = 4, .replies = 1}}};
  Schedule schedule(job, some_reds(4));
  const auto value = [](SetupId red) { return static_cast<Score>(red); };
  EXPECT_THAT(schedule.known().examples, IsEmpty());
  schedule.advance(rows_of(schedule, value, [](SetupId red) { return red + 50; }));
  EXPECT_EQ(schedule.step_name(), "stage 1, depth 2, round 2");
  EXPECT_THAT(schedule.known().examples,
              ElementsAre(Answered{0, 50}, Answered{2, 52}, Answered{4, 54}, Answered{6, 56}));
  EXPECT_EQ(schedule.row_tasks()[3].red_value, 6);
  schedule.advance(rows_of(schedule, value, [](SetupId red) { return red + 60; }));
  EXPECT_EQ(schedule.step(), (Step{1, 0}));
  EXPECT_THAT(schedule.known().examples,
              ElementsAre(Answered{0, 60}, Answered{2, 62}, Answered{4, 64}, Answered{6, 66}));
  EXPECT_FALSE(schedule.row_tasks()[0].red_value);
  schedule.advance(rows_of(schedule, value, [](SetupId red) { return red + 70; }));
  EXPECT_EQ(schedule.step(), (Step{2, 0}));
  EXPECT_THAT(schedule.known().examples, IsEmpty());  // this stage asks for none
}

// Of reds that passed the cut, values have mostly risen: they say nothing of what others will do.
TEST(Schedule, LearnsTheDriftOfValuesFromASampleWhereSomeRowsEndEarly) {
  const Job job{
      .game = "numbers", .pool = 1, .keep = 400, .stages = {{400, 2, 0}, {300, 4, 0, 0, 110}, {60, 5, 0}}};
  Schedule schedule(job, some_reds(400));
  const auto reply = [](SetupId) { return SetupId{1}; };
  const auto depth_2 = [](SetupId red) { return -static_cast<Score>(red); };
  const auto depth_4 = [](SetupId red) { return static_cast<Score>(mix(red) % 1000); };
  schedule.advance(rows_of(schedule, depth_2, reply));
  EXPECT_EQ(schedule.row_tasks().size(), 32u);  // the sample
  EXPECT_TRUE(schedule.searches_candidates());
  while (schedule.step().number == 1) schedule.advance(rows_of(schedule, depth_4, reply));
  ASSERT_EQ(schedule.row_tasks().size(), 60u);
  EXPECT_GE(schedule.stages()[1].size(), 66u);
  EXPECT_EQ(value_changes(job, schedule).size(), 32u);
  std::vector<Score> best;
  for (SetupId i = 0; i < 300; ++i) best.push_back(depth_4(2 * i));
  std::ranges::sort(best, std::greater{});
  for (std::size_t place = 0; place < 60; ++place)
    EXPECT_EQ(schedule.stages()[1][place].red_value, best[place]);
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
  Schedule schedule(job, reds);
  while (!schedule.finished()) {
    const StageTask task{schedule.stage(), "", schedule.row_tasks(), lists, {}, 0, schedule.known()};
    const auto found = run_stage(oracle, task, [](const Row&) { return ok_status(); });
    schedule.advance(*found);
  }
  return schedule.stages().back();
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

TEST(Schedule, IsADoubleOracle) {
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

}  // namespace schedule_test

namespace forecast_test {

FilterRound some_round() {
  FilterRound round;
  for (SetupId red = 0; red < 100; ++red) round.kept.push_back({red, 0, 0});
  return round;
}

// Rows of all row_tasks that take so many nodes each.
std::vector<Row> rows(const Schedule& schedule, std::uint64_t nodes) {
  std::vector<Row> rows;
  for (const RowTask& row_task : schedule.row_tasks()) rows.push_back({row_task.red, 1, 0, nodes, 0});
  return rows;
}

TEST(RowsToCome, CountsLaterStagesByTheirRedsRepliesAndPlies) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 30}}};
  Schedule schedule(job, some_round());
  const double growth = 1.5 * 1.5;  // for two plies, as long as nothing is known
  EXPECT_NEAR(rows_to_come(job, schedule), 40 * growth + 20 * 3 * growth * growth, 1e-9);
  schedule.advance(rows(schedule, 1'000'000));
  EXPECT_NEAR(rows_to_come(job, schedule), 20 * 3 * growth, 1e-9);
  schedule.advance(rows(schedule, 9'000'000));  // 3 times as many a ply
  EXPECT_EQ(rows_to_come(job, schedule), 0);
}

TEST(RowsToCome, CountsRowsThatAreSearchedToTheEnd) {
  const Job job{
      .game = "numbers", .pool = 10, .keep = 100, .stages = {{80, 2, 10}, {60, 4, 10, 0, 120}, {20, 6, 10}}};
  const Schedule schedule(job, some_round());
  const double growth = 1.5 * 1.5;
  EXPECT_NEAR(rows_to_come(job, schedule), 24 * growth + 20 * growth * growth, 1e-9);
}

TEST(RowsToCome, LearnsTheGrowthFromFinishedStages) {
  const Job job{.game = "numbers",
                .pool = 10,
                .keep = 100,
                .stages = {{80, 2, 10}, {40, 4, 10}, {20, 6, 10}, {10, 7, 0}}};
  Schedule schedule(job, some_round());
  schedule.advance(rows(schedule, 1'000'000));
  schedule.advance(rows(schedule, 9'000'000));
  EXPECT_NEAR(rows_to_come(job, schedule), 10 * 20 * 3, 0.1);  // 0 replies are all 200
  schedule.advance(rows(schedule, 81'000'000));
  EXPECT_EQ(rows_to_come(job, schedule), 0);
  schedule.advance(rows(schedule, 1));
  EXPECT_EQ(rows_to_come(job, schedule), 0);
}

}  // namespace forecast_test

}  // namespace tabiya::booksearch
